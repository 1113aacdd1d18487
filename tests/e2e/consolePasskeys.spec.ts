import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { type Host, loadConfig, startHost } from '@secure-payment/host'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, type Merchant, test } from './support/merchant.ts'

const REFUSED = /^Failed to load resource: .* 403 \(Forbidden\)/

/** Starts a host under a domain name, because browsers refuse passkeys at an IP address, such as the devnet's. */
async function startNamedHost(servers: AsyncDisposableStack): Promise<Host> {
  const folder = await mkdtemp(join(tmpdir(), 'passkeys-'))
  servers.defer(() => rm(folder, { recursive: true }))
  const config = loadConfig({
    PAY_PORT: '0',
    PAY_DATABASE_URL: `sqlite:${folder}/host.db`,
    PAY_NETWORKS: 'devnet',
    PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
    PAY_ROLE: 'api',
    PAY_REGISTRATION: 'open',
    PAY_LIFI_URL: 'off',
    PAY_LOG_LEVEL: 'silent',
  })
  return servers.use(await startHost(config))
}

/** Connects a virtual authenticator to the page's browser; it holds passkeys and verifies the user. */
async function connectDevice(page: Page): Promise<CDPSession> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return device
}

async function addPasskey({ page, button, dialog, go }: Merchant, name: string): Promise<void> {
  await go('Account')
  await button('Add a passkey').click()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passkey added.')).toBeVisible()
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

async function enterPassword({ page, button }: Merchant, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password').fill('correct horse battery staple')
  await button('Sign in').first().click()
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
}

async function signOut({ page, button }: Merchant): Promise<void> {
  await button('Sign out').first().click()
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
}

test('A merchant adds a passkey, signs in with it, and requires it after the password', async ({
  merchant,
  servers,
}) => {
  const { page, button, dialog } = merchant
  const host = await startNamedHost(servers)
  await page.goto(`${host.context.config.authUrl}/console/`)
  await connectDevice(page)
  const { email } = await merchant.register()
  await addPasskey(merchant, 'Laptop')
  await inspectScreen(page, 'the passkeys of a member')

  await signOut(merchant)
  await inspectScreen(page, 'the sign-in with passkeys')
  await button('Sign in with a passkey').click()
  await expect(page.getByText(email).first()).toBeVisible()

  await button('Require a passkey').click()
  await dialog.getByRole('button', { name: 'Require a passkey' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await inspectScreen(page, 'the recovery codes')
  const [code = ''] = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'I stored them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await signOut(merchant)
  await enterPassword(merchant, email)
  await inspectScreen(page, 'the second factor')
  await button('Use a passkey').click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await signOut(merchant)
  await enterPassword(merchant, email)
  await button('Use a recovery code').click()
  await page.getByLabel('Recovery code').fill(code)
  await button('Use this code').click()
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()

  await signOut(merchant)
  await enterPassword(merchant, email)
  merchant.problems.allow(REFUSED)
  await button('Use a recovery code').click()
  await page.getByLabel('Recovery code').fill(code)
  await button('Use this code').click()
  await expect(page.getByText('This recovery code is not valid, or was used.')).toBeVisible()
  await button('Cancel sign-in').click()
  await expect(button('Sign in with a passkey')).toBeVisible()
})
