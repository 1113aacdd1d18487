import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type Checkout, openHosted } from './support/checkout.ts'
import type { Payment } from './support/createPayment.ts'
import {
  choose,
  createPaymentOver,
  HERE,
  mineUntil,
  send,
  switchBridge,
  THERE,
  tokensOf,
  waitForEvent,
} from './support/crosschain.ts'
import { crosschainTest as test } from './support/crosschainStory.ts'
import { expectOneWebhook } from './support/expectPaidOnce.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { installWallet, type Wallet } from './support/installWallet.ts'
import { createPayer, type Payer } from './support/payer.ts'
import { expect } from './support/story.ts'
import type { World } from './support/world.ts'

const DAY_MS = 86_400_000
const ON_ITS_WAY = 'A payment from Devnet is on its way to Devnet B'

test.describe('While a payment from another chain is on its way,', () => {
  test('another device follows the payment and calls no wallet', { tag: '@deep' }, async ({
    page,
    browser,
    world,
    wallet,
  }) => {
    await switchBridge(world, { mode: 'slow' })
    const { checkout, payment } = await sendAndWait(page, world)
    await using other = await openDevice(browser, world)
    const elsewhere = await openHosted(other.page, world, payment)
    await elsewhere.expectState('settling', ON_ITS_WAY)
    await elsewhere.expectState('settling', /there is nothing to pay here now/)
    await elsewhere.expectState('settling', 'Confirmed on Devnet')
    await elsewhere.expectState('settling', 'Delivered on Devnet B')
    await expect(bridgeLink(elsewhere)).toBeVisible()
    await expect(elsewhere.element.getByRole('button')).toHaveCount(0)
    await inspectScreen(other.page, 'elsewhere')

    await switchBridge(world, { mode: 'normal' })
    await elsewhere.expectState('settling', /Arrived on/)
    await world.devnet.mine(HERE, 2)
    await elsewhere.expectState('succeeded', 'Payment complete')
    await checkout.expectState('succeeded', 'Payment complete')
    expect(other.wallet.calls).toEqual([])
    expect(wallet.count('eth_sendTransaction')).toBe(2)
    await expectOneWebhook(world, payment.requestIds[0] ?? '')
  })

  test('another payer at the review is stopped before the wallet receives a request', async ({
    page,
    browser,
    world,
  }) => {
    await switchBridge(world, { mode: 'slow' })
    const payment = await createPaymentOver(world)
    await using other = await openDevice(browser, world)
    const elsewhere = await openHosted(other.page, world, payment)
    await choose(elsewhere, 'USDT')
    // This page receives no updates: only the call that Pay makes returns the payment's state.
    await other.page.route(`**/v2/secure-payments/${payment.token}?*`, (route) => route.abort())
    await sendAndWait(page, world, payment)

    await other.page.unrouteAll()
    await elsewhere.pay()
    await elsewhere.expectState('settling', ON_ITS_WAY)
    expect(other.wallet.count('eth_sendTransaction')).toBe(0)
    expect(await tokensOf(world, THERE, 'USDT', other.payer.address)).toBe(1_000_000_000n)
  })

  test('another tab in the same browser follows the payment too', { tag: '@deep' }, async ({
    page,
    context,
    world,
    wallet,
  }) => {
    await switchBridge(world, { mode: 'slow' })
    const { payment } = await sendAndWait(page, world)
    const sends = wallet.count('eth_sendTransaction')
    const tab = await openHosted(await context.newPage(), world, payment)
    await tab.expectState('settling', 'Your money is on its way to Devnet B')
    await switchBridge(world, { mode: 'normal' })
    await mineUntil(world, tab, 'succeeded')
    expect(wallet.count('eth_sendTransaction')).toBe(sends)
  })

  test('another device shows the refund, and its payer can pay', { tag: '@deep' }, async ({
    page,
    browser,
    world,
  }) => {
    await switchBridge(world, { mode: 'slow' })
    const { payment } = await sendAndWait(page, world)
    await using other = await openDevice(browser, world)
    const elsewhere = await openHosted(other.page, world, payment)
    await elsewhere.expectState('settling', ON_ITS_WAY)
    await switchBridge(world, { mode: 'refunded' })
    await elsewhere.expectState('failed', 'The bridge sent your money back')
    await waitForEvent(world, payment, 'payment.refunded')

    await switchBridge(world, { mode: 'normal' })
    await elsewhere.button('Try again').click()
    await choose(elsewhere, 'USDC')
    await elsewhere.pay()
    await elsewhere.expectState('confirming')
    await world.devnet.mine(THERE, 2)
    await mineUntil(world, elsewhere, 'succeeded')
    await expectOneWebhook(world, payment.requestIds[0] ?? '')
  })
})

test('A browser that was closed finds its bridge payment the next day', {
  tag: '@deep',
}, async ({ page, browser, context, world, payer, wallet }) => {
  await switchBridge(world, { mode: 'slow' })
  const { payment } = await sendAndWait(page, world)
  const storageState = await context.storageState({ indexedDB: true })
  await page.close()

  await using later = await openDevice(browser, world, { payer, storageState })
  await later.page.clock.install({ time: Date.now() + DAY_MS })
  const checkout = await openHosted(later.page, world, payment)
  await checkout.expectState('settling', 'Your money is on its way to Devnet B')
  await switchBridge(world, { mode: 'normal' })
  await checkout.expectState('settling', /Arrived on/)
  await world.devnet.mine(HERE, 2)
  await checkout.expectState('succeeded')
  expect(later.wallet.count('eth_sendTransaction')).toBe(0)
  expect(wallet.count('eth_sendTransaction')).toBe(2)
  await expectOneWebhook(world, payment.requestIds[0] ?? '')
})

/** Like `send`, but also waits until the bridge has reported the transfer to the service. */
async function sendAndWait(
  page: Page,
  world: World,
  payment?: Payment,
): Promise<{ checkout: Checkout; payment: Payment }> {
  const sent = await send(page, world, payment)
  await sent.checkout.expectState('settling')
  await expect(bridgeLink(sent.checkout)).toBeVisible()
  return sent
}

function bridgeLink({ element }: Checkout) {
  return element.getByRole('link', { name: 'View on the bridge' })
}

type Device = AsyncDisposable & { page: Page; payer: Payer; wallet: Wallet }

/** Opens a separate browser with a wallet; creates a new payer unless one is given. */
async function openDevice(
  browser: Browser,
  world: World,
  {
    payer,
    storageState,
  }: { payer?: Payer; storageState?: Awaited<ReturnType<BrowserContext['storageState']>> } = {},
): Promise<Device> {
  const context = await browser.newContext(storageState === undefined ? {} : { storageState })
  const owner = payer ?? (await createPayer(world))
  const wallet = await installWallet(context, world, owner)
  const page = await context.newPage()
  return { page, payer: owner, wallet, [Symbol.asyncDispose]: () => context.close() }
}
