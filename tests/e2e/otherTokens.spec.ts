import { BILLS, bill, setUsdc } from './support/bills.ts'
import { type Checkout, openHosted } from './support/checkout.ts'
import type { Payment } from './support/createPayment.ts'
import {
  arrive,
  createPaymentOver,
  fundHere,
  HERE,
  select,
  switchBridge,
  THERE,
  tokensOf,
} from './support/crosschain.ts'
import { crosschainTest as test } from './support/crosschainStory.ts'
import { expectOneWebhook } from './support/expectPaidOnce.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect } from './support/story.ts'
import type { World } from './support/world.ts'

/** The accepted currency next to the payment's own; the payer holds neither on this chain. */
const ACCEPTS = [`DAI-${HERE}`]

test.afterEach(({ world }) => {
  world.devnet.prices?.setSwitches({ silent: [], skewBps: {}, dollars: {} })
})

const row = (checkout: Checkout, name: string) =>
  checkout.element.locator('[part="option"]', { hasText: name })

/** Chooses a token of the other chain, pays, and expects one webhook and the exact amount at the payee. */
async function payWith(
  world: World,
  checkout: Checkout,
  { payment, symbol, leaving }: { payment: Payment; symbol: string; leaving: string },
): Promise<void> {
  await select(checkout, `${symbol} on Devnet`)
  await checkout.expectState('review', 'Leaves your wallet')
  await expect(checkout.button(`Pay ${leaving}\u00a0${symbol} on Devnet`)).toBeVisible()
  await checkout.pay()
  await arrive(world, checkout)
  await checkout.expectState('succeeded', 'Payment complete')
  const [item] = payment.items
  expect(await tokensOf(world, HERE, 'USDC', item?.payee ?? '0x')).toBe(item?.units)
  await expectOneWebhook(world, payment.requestIds[0] ?? '')
}

test('A payer who holds no accepted currency pays with a token on another network', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  const payment = await createPaymentOver(world, { accepts: ACCEPTS })
  const checkout = await openHosted(page, world, payment)
  const before = await tokensOf(world, THERE, 'USDT', payer.address)
  await checkout.button('Test wallet').click()
  await checkout.expectState('options', 'does not have enough in any of these currencies')
  await checkout.expectState('options', 'Through a bridge')
  await expect(row(checkout, 'USDT on Devnet')).toContainText('Network fee')
  await expect(checkout.button('Change wallet')).toBeVisible()
  await inspectScreen(page, 'the tokens that the payment does not accept')
  await payWith(world, checkout, { payment, symbol: 'USDT', leaving: '12.525' })
  expect(before - (await tokensOf(world, THERE, 'USDT', payer.address))).toBe(12_525_000n)
  expect(wallet.count('eth_sendTransaction')).toBe(2)
})

for (const currency of ['USD', 'CHF'] as const) {
  const { leaving, dollars } = BILLS[currency]
  test(`A payer who holds no accepted currency pays a ${currency} link with a token on another network`, {
    tag: currency === 'USD' ? '@deep' : [],
  }, async ({ page, world, wallet }) => {
    await setUsdc(world, currency, dollars)
    const payment = await bill(world, currency, ACCEPTS)
    const checkout = await openHosted(page, world, payment)
    await checkout.button('Test wallet').click()
    await checkout.expectState('options', 'Through a bridge')
    await expect(row(checkout, 'USDC on Devnet').filter({ hasText: 'Through' })).toContainText(
      'Total',
    )
    await payWith(world, checkout, { payment, symbol: 'USDC', leaving })
    expect(wallet.count('eth_sendTransaction')).toBe(2)
  })
}

test('A payer who can pay an accepted currency chooses another token with the keyboard', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  await fundHere(world, payer)
  const payment = await createPaymentOver(world, { accepts: ACCEPTS })
  const checkout = await openHosted(page, world, payment)
  await checkout.button('Test wallet').click()
  await checkout.expectState('review', 'Selected for you: USDC on Devnet B')
  await checkout.button('Back').click()
  await checkout.expectState('options')
  await expect(row(checkout, 'Through a bridge')).toHaveCount(0)
  await checkout.button('Pay with another token').press('Enter')
  await expect(row(checkout, 'Through a bridge').first()).toBeEnabled()
  await expect(row(checkout, 'USDC on Devnet B')).toBeEnabled()
  await payWith(world, checkout, { payment, symbol: 'USDT', leaving: '12.525' })
  expect(wallet.count('eth_sendTransaction')).toBe(2)
})

// This story runs last, because after a failed call the host does not use a bridge for a while.
test('A bridge that does not respond leaves the accepted currencies as they are', {
  tag: '@deep',
}, async ({ page, world, payer }) => {
  await switchBridge(world, { mode: 'down' })
  const payment = await createPaymentOver(world, { accepts: ACCEPTS })
  const checkout = await openHosted(page, world, payment)
  await checkout.button('Test wallet').click()
  await checkout.expectState('options', 'does not have enough in any of these currencies')
  await checkout.expectState('options', /Devnet did not answer/)
  // The wallet's tokens on a chain that did not respond are unknown.
  await expect(checkout.element.getByText('No other token in this wallet')).toHaveCount(0)
  await expect(checkout.element.locator('[part="option"]')).toHaveCount(2)
  await fundHere(world, payer)
  await checkout.button('Refresh').click()
  await checkout.expectState('review', 'USDC on Devnet B')
  await expect(checkout.button('Pay 12.50\u00a0USDC')).toBeVisible()
})
