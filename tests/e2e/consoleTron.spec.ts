import type { Page } from '@playwright/test'
import { formatTronAddress } from '@secure-payment/core'
import { hexToBytes, parseUnits } from 'viem'
import { createCheckout } from './support/checkout.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { createStranger } from './support/payer.ts'
import { usdtOf } from './support/tronPayment.ts'
import { expect, type TronWorld, test } from './support/tronStory.ts'

const USDT_DECIMALS = 6
/** Chromium logs a line for each call without a session: the console requests its session when it opens. */
const NO_SESSION = /^Failed to load resource: .* 401 \(Unauthorized\)/

test.beforeEach(({ problems }) => {
  problems.allow(NO_SESSION)
})

test('A merchant signs in with a Tron wallet, receives USDT on Tron and pays a recipient through a link', async ({
  page: desk,
  world,
  payer,
  wallet,
}) => {
  const address = createStranger().address
  const recipient = formatTronAddress(hexToBytes(address))
  await signIn(desk, world)
  expect(wallet.count('signMessageV2')).toBe(1)
  expect(wallet.count('sign')).toBe(0)

  await go(desk, 'Receiving')
  await expect(desk.getByText('Tokens on Tron')).toBeVisible()
  await desk.getByRole('radio', { name: /^USDT/ }).check()
  await inspectScreen(desk, 'first receiving route on Tron')
  await button(desk, 'Receive here').click()
  await expect(heading(desk, 'USDT on Tron')).toBeVisible()
  await expectWhole(desk, payer.tronAddress)
  const usdt = world.devnet.chains.token('tron', 'USDT').address
  await expectWhole(desk, formatTronAddress(hexToBytes(usdt)))
  await inspectScreen(desk, 'receiving route on Tron')

  await go(desk, 'Payouts')
  await desk.getByLabel('Network').selectOption('Tron')
  await desk.getByLabel(/^Recipient/).fill(address)
  await desk.getByLabel('Amount').fill('12.5')
  await desk.getByLabel('Currency').selectOption('USDT')
  await button(desk, 'Create payout link').click()
  await expect(
    desk.getByText('Enter the complete address of a wallet on Tron').first(),
  ).toBeVisible()
  await desk.getByLabel(/^Recipient/).fill(recipient)
  await button(desk, 'Create payout link').click()
  await expect(desk.getByText('Not paid yet')).toBeVisible()
  await expectWhole(desk, recipient)
  await inspectScreen(desk, 'payout link on Tron')

  await payInNewTab(desk)
  await expect(desk.getByText('Everyone on the list has received their money.')).toBeVisible()
  await expectWhole(desk, recipient)
  await inspectScreen(desk, 'paid payout link on Tron')
  expect(await usdtOf(world, address)).toBe(parseUnits('12.5', USDT_DECIMALS))
})

test.describe('The sign-in with a Tron wallet', () => {
  test('the sign-in with a Tron wallet reports a declined signature, and succeeds at the next attempt', {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    await openConsole(page, world)
    await button(page, /^Test wallet/).click()
    await expect(page.getByText('wants you to sign in with your Tron account')).toBeVisible()
    await wallet.setMode('reject-text')
    await button(page, 'Sign and continue').click()
    await expect(page.getByText('You declined in your wallet. Nothing was signed.')).toBeVisible()
    await inspectScreen(page, 'declined sign-in')
    await wallet.setMode('accept')
    await signIn(page, world)
  })

  for (const inject of ['tron', 'tronLink', 'late', 'all'] as const) {
    test.describe(`A wallet that announces itself by ${inject}`, () => {
      test.use({ walletOptions: { inject } })
      test('the sign-in lists the announced wallet once, and succeeds', { tag: '@deep' }, async ({
        page,
        world,
        payer,
      }) => {
        await openConsole(page, world)
        const listed = button(page, /^(Test wallet|TronLink|Browser wallet)/)
        await expect(listed).toHaveCount(1)
        await listed.click()
        await expect(page.getByText(payer.tronAddress)).toBeVisible()
        await button(page, 'Sign and continue').click()
        await expect(button(page, 'Sign out').first()).toBeVisible()
      })
    })
  }
})

async function openConsole(page: Page, { devnet }: TronWorld): Promise<void> {
  await page.goto(`${devnet.json.host.authUrl}/console/`)
}

async function signIn(page: Page, world: TronWorld): Promise<void> {
  if (page.url() === 'about:blank') await openConsole(page, world)
  await button(page, /^Test wallet Tron/).click()
  await expect(page.getByText('wants you to sign in with your Tron account')).toBeVisible()
  await button(page, 'Sign and continue').click()
  await expect(button(page, 'Sign out').first()).toBeVisible()
}

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name })
}

function heading(page: Page, name: string) {
  return page.getByRole('heading', { name })
}

function go(page: Page, name: string): Promise<void> {
  return page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
}

/** Expects the complete address on the screen. */
async function expectWhole(page: Page, address: string): Promise<void> {
  await expect(page.locator('bdi.address').filter({ hasText: address }).first()).toBeVisible()
}

/** Opens the screen's link and pays, as a payer does. */
async function payInNewTab(desk: Page): Promise<void> {
  const opened = desk.context().waitForEvent('page')
  await desk.getByRole('link', { name: 'Pay now' }).click()
  const tab = await opened
  const checkout = createCheckout(tab)
  await checkout.connect()
  await checkout.button(/^Pay out /).click()
  await checkout.expectState('succeeded')
  await tab.close()
}
