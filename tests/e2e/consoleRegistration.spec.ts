import { inviteMember } from '../../host/src/auth/registration/inviteFirstMember.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, test } from './support/merchant.ts'
import { startFreshHost } from './support/startFreshHost.ts'

const REFUSED = /^Failed to load resource: .* 403 \(Forbidden\)/

test('The link from the first start makes a wallet the first member of the bootstrap key’s tenant', async ({
  world,
  merchant,
  servers,
}) => {
  const { host, apiKey, link } = await startFreshHost(servers, world)
  await fetch(`${host.url}/v2/client-ids`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      label: 'Made with the key',
      allowedDomains: ['https://a.example.test'],
    }),
  })
  const { page: desk } = merchant
  await desk.goto(link)
  await expect(desk.getByRole('heading', { name: 'invites you' })).toBeVisible()
  await expect(merchant.button('Create account')).toBeVisible()
  await inspectScreen(desk, 'invited')
  await merchant.signInWithWallet()
  expect(desk.url()).not.toContain('invitation')
  await merchant.go('Client IDs')
  await expect(merchant.heading('Made with the key')).toBeVisible()

  const other = await merchant.openBrowser()
  other.problems.allow(REFUSED)
  await other.page.goto(link)
  await expect(other.page.getByText('This invitation link is invalid')).toBeVisible()
  await expect(other.button('Sign in with a passkey')).toBeVisible()
  await expect(other.button('Create account')).toHaveCount(0)
})

test('With closed registration the sign-in shows a notice, offers no account and rejects an unknown wallet', async ({
  world,
  merchant,
  servers,
}) => {
  const { host } = await startFreshHost(servers, world)
  const { page: desk } = merchant
  merchant.problems.allow(REFUSED)
  await desk.goto(`${host.url}/console/`)
  await expect(desk.getByText('Registration is closed.')).toBeVisible()
  await expect(merchant.button('New here? Create an account')).toHaveCount(0)
  await inspectScreen(desk, 'closed registration')
  await merchant.button('Test wallet').click()
  await merchant.button('Sign and continue').click()
  await expect(desk.getByText('you are not a member of any merchant here')).toBeVisible()
})

test('A merchant invites another merchant with a link that works once, and revokes an unused link', async ({
  world,
  merchant,
  servers,
}) => {
  const { host, link } = await startFreshHost(servers, world, { PAY_REGISTRATION: 'invite' })
  const { page: desk } = merchant
  await desk.goto(`${host.url}/console/`)
  await expect(desk.getByText('New merchants need an invitation.')).toBeVisible()
  await expect(merchant.button('New here? Create an account')).toHaveCount(0)
  await desk.goto(link)
  await merchant.signInWithWallet()
  await merchant.go('Account')
  await merchant.button('Create a link').click()
  await expect(desk.getByText('Copy the link now')).toBeVisible()
  await inspectScreen(desk, 'invitation')
  const made = (await desk.getByText(/#invitation=inv_/).textContent()) ?? ''
  expect(made).not.toBe(link)

  const invited = await merchant.openBrowser()
  await invited.page.goto(made)
  await expect(invited.page.getByRole('heading', { name: 'invites you' })).toBeVisible()
  await invited.page.getByRole('textbox', { name: 'E-mail' }).fill('new@example.test')
  await invited.page.getByLabel('Password').fill('correct horse battery staple')
  await invited.button('Create account').click()
  await invited.go('Account')
  await expect(invited.page.getByText('You are the only member')).toBeVisible()

  await expect(desk.getByRole('heading', { name: 'Open links' })).toBeVisible()
  await desk.reload()
  await expect(desk.getByRole('heading', { name: 'Invite a merchant' })).toBeVisible()
  await expect(desk.getByRole('heading', { name: 'Open links' })).toHaveCount(0)
  await merchant.button('Create a link').click()
  const unwanted = (await desk.getByText(/#invitation=inv_/).textContent()) ?? ''
  await expect(desk.getByText('For a new merchant')).toBeVisible()
  await inspectScreen(desk, 'open invitation')
  await desk.getByRole('button', { name: /^Revoke: Created/ }).click()
  await merchant.dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(desk.getByText('For a new merchant')).toHaveCount(0)
  await expect(desk.getByText(/#invitation=inv_/)).toHaveCount(0)

  const refused = await merchant.openBrowser()
  refused.problems.allow(REFUSED)
  await refused.page.goto(unwanted)
  await expect(refused.page.getByText('This invitation link is invalid')).toBeVisible()
})

test('A member removes another member after a confirmation, and that member’s session ends at once', async ({
  world,
  merchant,
  servers,
}) => {
  const { host, link } = await startFreshHost(servers, world)
  const { page: desk, dialog } = merchant
  await desk.goto(link)
  await merchant.signInWithWallet()
  await merchant.go('Account')
  await expect(desk.getByText('You are the only member')).toBeVisible()
  await expect(desk.getByText('You', { exact: true })).toBeVisible()
  await expect(merchant.button(/^(Remove|Leave)/)).toHaveCount(0)

  const leaver = await merchant.openBrowser()
  await leaver.page.goto(await inviteMember(host.context))
  await leaver.page.getByRole('textbox', { name: 'E-mail' }).fill('leaver@example.test')
  await leaver.page.getByLabel('Password').fill('correct horse battery staple')
  await leaver.button('Create account').click()
  await expect(leaver.button('Sign out').first()).toBeVisible()

  await desk.reload()
  await expect(merchant.heading('leaver@example.test')).toBeVisible()
  await inspectScreen(desk, 'members')
  await merchant.button('Remove: leaver@example.test').click()
  await expect(dialog.getByText('All sessions of this member end at once')).toBeVisible()
  await inspectScreen(desk, 'member to remove')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(merchant.heading('leaver@example.test')).toBeVisible()
  await merchant.button('Remove: leaver@example.test').click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(desk.getByText('Member removed.')).toBeVisible()
  await expect(merchant.heading('leaver@example.test')).toHaveCount(0)
  // The console's own calls may notice the end before this click.
  const apiKeys = leaver.page
    .getByRole('navigation', { name: 'Console' })
    .getByRole('link', { name: 'API keys', exact: true })
  await expect(async () => {
    if (await apiKeys.isVisible()) await apiKeys.click({ timeout: 1_000 })
    await expect(leaver.page.getByText('Your session has ended.')).toBeVisible({ timeout: 1_000 })
  }).toPass()
})
