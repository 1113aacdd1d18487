import type { SecurePayment } from '@secure-payment/widget'
import { BILLS, bill, setUsdc } from './support/bills.ts'
import { openHosted } from './support/checkout.ts'
import type { Payment } from './support/createPayment.ts'
import {
  arrive,
  choose,
  HERE,
  mineUntil,
  select,
  send,
  switchBridge,
  THERE,
  tokensOf,
} from './support/crosschain.ts'
import { crosschainTest as test } from './support/crosschainStory.ts'
import { expectOneWebhook, fieldOf, webhooksOf } from './support/expectPaidOnce.ts'
import { expireQuotes } from './support/expireQuotes.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expectRow } from './support/matrix/expectRow.ts'
import { APPROVED, inOrder, OPENED, PAID, SENT } from './support/matrix/transcript.ts'
import { expect } from './support/story.ts'
import type { World } from './support/world.ts'

const TEN_MINUTES_MS = 600_000

test.afterEach(({ world }) => {
  world.devnet.prices?.setSwitches({ silent: [], skewBps: {}, dollars: {} })
})

/** Waits for the verified webhook, and returns its body. */
async function confirmedOf(world: World, { requestIds }: Payment): Promise<unknown> {
  await expectOneWebhook(world, String(requestIds[0]))
  return webhooksOf(world, String(requestIds[0])).find(
    (one) => fieldOf(one, 'event') === 'payment.confirmed',
  )?.body
}

const units = (amount: string) => BigInt(Math.round(Number(amount) * 1_000_000))

for (const currency of ['USD', 'CHF'] as const) {
  const { amount, arriving, leaving, dollars, rate } = BILLS[currency]
  test(`A payer pays a ${currency} link, ${BILLS[currency].case}, from another chain`, {
    tag: currency === 'CHF' ? '@deep' : [],
  }, async ({ page, context, events, world, payer, wallet }) => {
    await setUsdc(world, currency, dollars)
    const payment = await bill(world, currency)
    const checkout = await openHosted(page, world, payment)
    const before = await tokensOf(world, THERE, 'USDC', payer.address)
    await choose(checkout, 'USDC')
    await checkout.expectState('review', `1\u00a0USDC = ${rate}`)
    await checkout.expectState('review', 'Coinbase, Kraken, CoinGecko')
    await checkout.expectState('review', /This price is valid for another/)
    await checkout.expectState(
      'review',
      new RegExp(`Allow ${leaving}\\sUSDC, Pay ${leaving}\\sUSDC`),
    )
    await expect(checkout.button(`Pay ${leaving}\u00a0USDC on Devnet`)).toBeVisible()
    await inspectScreen(page, `the review of a ${currency} link from another chain`)
    await checkout.pay()
    await arrive(world, checkout)
    await checkout.expectState('succeeded', 'Payment complete')
    const [item] = payment.items
    expect(await tokensOf(world, HERE, 'USDC', item?.payee ?? '0x')).toBe(units(arriving))
    expect(before - (await tokensOf(world, THERE, 'USDC', payer.address))).toBe(units(leaving))
    expect(wallet.count('eth_sendTransaction')).toBe(2)
    expect(await confirmedOf(world, payment)).toMatchObject({
      amount,
      rateProvider: 'quote',
      quote: { countedAt: 'quote' },
    })
    const chosen = '+before-connect connecting +connect options … review'
    const transcript = inOrder(OPENED, chosen, APPROVED, SENT, PAID)
    await expectRow(context, events, { payCalls: 2, transcript })
  })
}

test('The receipt of a quoted payment from another chain shows all that left the wallet from its first moment', {
  tag: '@deep',
}, async ({ page, world }) => {
  await setUsdc(world, 'CHF', BILLS.CHF.dollars)
  const payment = await bill(world, 'CHF')
  const { checkout } = await send(page, world, payment)
  await mineUntil(world, checkout, 'succeeded')
  await checkout.expectState('succeeded', /24\.048\sUSDC · Devnet/)
  await expect(checkout.element.getByText('Paid with')).toHaveCount(1)
  const receipt = await checkout.element.evaluate((element: SecurePayment) => element.receipt())
  expect(JSON.parse(receipt ?? '{}')).toMatchObject({
    status: 'completed',
    items: [{ amount: '12', symbol: 'CHF', spent: { amount: '24', symbol: 'USDC' } }],
    sources: [{ network: { id: THERE }, sent: { amount: '24.048', symbol: 'USDC' } }],
  })
})

test('After the quote has expired, the payer gets the next price with one press, and accepts it with another', {
  tag: '@deep',
}, async ({ page, world, wallet }) => {
  await page.clock.install()
  await setUsdc(world, 'CHF', BILLS.CHF.dollars)
  const payment = await bill(world, 'CHF')
  const checkout = await openHosted(page, world, payment)
  await choose(checkout, 'USDC')
  await setUsdc(world, 'CHF', BILLS.CHF.worth)
  expireQuotes(world, String(payment.requestIds[0]))
  await page.clock.fastForward(TEN_MINUTES_MS)
  await checkout.expectState('review', 'This price has expired. Nothing was charged.')
  await expect(checkout.button(/^Pay/)).toHaveCount(0)
  await checkout.button('Get a new price').click()
  await expect(checkout.button('Pay 12.024\u00a0USDC on Devnet')).toBeVisible()
  expect(wallet.count('eth_sendTransaction')).toBe(0)
  await checkout.pay()
  await arrive(world, checkout)
  await checkout.expectState('succeeded')
  const [item] = payment.items
  expect(await tokensOf(world, HERE, 'USDC', item?.payee ?? '0x')).toBe(units('12'))
  expect(await confirmedOf(world, payment)).toMatchObject({ amount: '12', rateProvider: 'quote' })
})

test('A payment at a quote that arrives late, with the page reloaded in each leg, is followed to its end', {
  tag: '@deep',
}, async ({ page, context, world, wallet }) => {
  await setUsdc(world, 'CHF', BILLS.CHF.dollars)
  await switchBridge(world, { mode: 'slow' })
  const payment = await bill(world, 'CHF')
  const checkout = await openHosted(page, world, payment)
  await choose(checkout, 'USDC')
  await checkout.pay()
  await checkout.expectState('confirming', 'You can close this page')
  await page.reload()
  await checkout.expectState('confirming', 'Payment sent, waiting for Devnet')
  await world.devnet.mine(THERE, 2)
  await checkout.expectState('settling', 'Your money is on its way to Devnet B')
  const other = await openHosted(await context.newPage(), world, payment)
  await other.expectState('settling', 'Your money is on its way to Devnet B')
  expireQuotes(world, String(payment.requestIds[0]))
  await switchBridge(world, { mode: 'normal' })
  await mineUntil(world, checkout, 'succeeded')
  await other.expectState('succeeded')
  // The quote no longer holds, and the market price has not changed.
  expect(await confirmedOf(world, payment)).toMatchObject({ amount: '12', rateProvider: 'market' })
  expect(wallet.count('eth_sendTransaction')).toBe(2)
})

test('A bridge that delivers half of a quoted amount leaves the other half, which the payer pays at the next quote', {
  tag: '@deep',
}, async ({ page, world, wallet }) => {
  await setUsdc(world, 'CHF', BILLS.CHF.dollars)
  await switchBridge(world, { mode: 'partial', deliver: 'less' })
  const payment = await bill(world, 'CHF')
  const { checkout } = await send(page, world, payment)
  await mineUntil(world, checkout, 'partial')
  await checkout.expectState('partial', 'Part of it is paid')
  await switchBridge(world, { mode: 'normal' })
  await checkout.pay()
  await select(checkout, 'USDC')
  await checkout.expectState('review', 'Leaves your wallet')
  await expect(checkout.button('Pay 12.024\u00a0USDC on Devnet')).toBeVisible()
  await checkout.pay()
  await checkout.expectState('confirming')
  await world.devnet.mine(THERE, 2)
  await mineUntil(world, checkout, 'succeeded')
  const [item] = payment.items
  expect(await tokensOf(world, HERE, 'USDC', item?.payee ?? '0x')).toBe(units('24'))
  expect(wallet.count('eth_sendTransaction')).toBe(4)
})
