import type { Page } from '@playwright/test'
import type { SecurePayment } from '@secure-payment/widget'
import { changePay } from './support/changePay.ts'
import { openCheckout, openHosted } from './support/checkout.ts'
import {
  arrive,
  choose,
  createPaymentOver,
  fundHere,
  HERE,
  mineUntil,
  select,
  send,
  switchBridge,
  THERE,
  tokensOf,
  waitForEvent,
} from './support/crosschain.ts'
import { crosschainTest as test } from './support/crosschainStory.ts'
import { expectOneWebhook, webhooksOf } from './support/expectPaidOnce.ts'
import { giveUpTransfer } from './support/giveUpTransfer.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expectRow } from './support/matrix/expectRow.ts'
import { APPROVED, inOrder, OPENED, PAID, SENT } from './support/matrix/transcript.ts'
import { expect } from './support/story.ts'

for (const symbol of ['USDC', 'USDT']) {
  test(`${symbol} on one chain pays USDC on another`, {
    tag: symbol === 'USDT' ? '@deep' : [],
  }, async ({ page, context, events, world, payer, wallet }) => {
    const payment = await createPaymentOver(world)
    const checkout = await openHosted(page, world, payment)
    const before = await tokensOf(world, THERE, symbol, payer.address)
    await choose(checkout, symbol)
    await checkout.expectState('review', new RegExp(`Allow 12.525.${symbol}, Pay 12.525.${symbol}`))
    await checkout.pay()
    await arrive(world, checkout)
    await checkout.expectState('succeeded', 'Payment complete')
    const [item] = payment.items
    expect(await tokensOf(world, HERE, 'USDC', item?.payee ?? '0x')).toBe(item?.units)
    // The cost is 12.5 plus 0.2 %, according to the bridge's price list.
    const spent = before - (await tokensOf(world, THERE, symbol, payer.address))
    expect(spent).toBe(12_525_000n)
    expect(wallet.count('eth_sendTransaction')).toBe(2)
    await expectOneWebhook(world, payment.requestIds[0] ?? '')
    // The page repeats its requests for quotes that did not arrive in time.
    const chosen = '+before-connect connecting +connect options … review'
    const transcript = inOrder(OPENED, chosen, APPROVED, SENT, PAID)
    await expectRow(context, events, { payCalls: 2, transcript })
  })
}

test('The receipt shows the amount that left the wallet on the other network before the bridge reports it', {
  tag: '@deep',
}, async ({ page, world }) => {
  const payment = await createPaymentOver(world)
  const checkout = await openHosted(page, world, payment)
  await choose(checkout, 'USDC')
  await checkout.pay()
  await checkout.expectState('confirming')
  await switchBridge(world, { mode: 'down' })
  await world.devnet.mine(THERE, 2)
  await mineUntil(world, checkout, 'succeeded')
  await checkout.expectState('succeeded', 'Payment complete')
  await checkout.expectState('succeeded', 'Paid with')
  const receipt = await checkout.element.evaluate((element: SecurePayment) => element.receipt())
  const [item] = payment.items
  expect(JSON.parse(receipt ?? '{}')).toMatchObject({
    status: 'completed',
    sources: [
      {
        network: { id: THERE },
        hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        sent: { amount: '12.525', symbol: 'USDC' },
        bridgeFee: { amount: '0.025', symbol: 'USDC' },
        arrivalHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      },
    ],
  })
  expect(await tokensOf(world, HERE, 'USDC', item?.payee ?? '0x')).toBe(item?.units)
})

test.describe('A wallet on a different network from the tokens', () => {
  test.use({ walletOptions: { chainId: 31_338 } })

  test('a wallet on a different network from the tokens is asked to switch, and receives no payment request before it has switched', async ({
    page,
    world,
    wallet,
  }) => {
    const payment = await createPaymentOver(world)
    const checkout = await openHosted(page, world, payment)
    await choose(checkout, 'USDC')
    await wallet.setMode('wrong-chain')
    await checkout.pay()
    await checkout.expectState('review', /did not switch|not changed|switch/i)
    expect(wallet.count('eth_sendTransaction')).toBe(0)

    await wallet.setMode('accept')
    await checkout.pay()
    await arrive(world, checkout)
    await checkout.expectState('succeeded')
    expect(wallet.count('eth_sendTransaction')).toBe(2)
  })
})

test('A payer with tokens on the payment’s own chain reviews the direct payment first, and can go back to the other options', async ({
  page,
  world,
  payer,
  wallet,
}) => {
  await fundHere(world, payer)
  const payment = await createPaymentOver(world)
  const checkout = await openHosted(page, world, payment)
  await checkout.connect()
  await checkout.expectState('review', 'Decoded on this device')
  await checkout.button('Back').click()
  await checkout.expectState('options', 'Direct')
  const rows = checkout.element.locator('[part="option"]')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Direct')
  expect(wallet.count('eth_sendTransaction')).toBe(0)
})

test('An option that the account cannot afford shows the missing amount and is disabled', {
  tag: '@deep',
}, async ({ page, world }) => {
  const payment = await createPaymentOver(world, { amount: '2000' })
  const checkout = await openHosted(page, world, payment)
  await checkout.button('Test wallet').click()
  // The payment costs 2,000 plus 0.2 %, and the payer has 1,000.
  await checkout.expectState('options', /1,004(\.00)?.USDC\smissing/)
  const rows = checkout.element.locator('[part="option"]')
  await expect(rows).toHaveCount(3)
  for (const row of await rows.all()) await expect(row).toBeDisabled()
})

test('An amount that is too small for a bridge leaves only the direct option, without an error', {
  tag: '@deep',
}, async ({ page, world, wallet }) => {
  // The bridge accepts only amounts above 1 USDC.
  for (const [amount, isEnough] of [
    ['1', false],
    ['1.01', true],
  ] as const) {
    const payment = await createPaymentOver(world, { amount })
    const checkout = await openHosted(page, world, payment)
    await checkout.button('Test wallet').click()
    await checkout.expectState('options', new RegExp(`${amount}.*missing`))
    const rows = checkout.element.locator('[part="option"]')
    await expect(rows).toHaveCount(isEnough ? 3 : 1)
    await expect(rows.first()).toBeDisabled()
    await expect(checkout.element.locator('[part~="note"]')).toHaveCount(0)
  }
  expect(wallet.count('eth_sendTransaction')).toBe(0)
})

test('The payer sees a higher price in the review before the wallet receives a request', {
  tag: '@deep',
}, async ({ page, world, payer, wallet }) => {
  const payment = await createPaymentOver(world)
  const checkout = await openHosted(page, world, payment)
  await choose(checkout, 'USDC')
  await checkout.expectState('review', /12\.525.USDC/)
  await switchBridge(world, { mode: 'price_change' })
  const params = { token: payment.token }
  const query = { wallet: payer.address, chain: 'DEVNET', token: 'USDC' }
  // The host returns a cached price until the price is no longer recent.
  await expect
    .poll(async () => {
      const answer = await world.devnet.client.securePayments.pay({ params, query })
      return 'transactions' in answer ? answer.metadata.sourceAmount : null
    })
    .toBe('12.625')
  await checkout.pay()
  await checkout.expectState('review', /The payment has changed/)
  // The fee has risen to five times its amount: 1 % of 12.5.
  await expect(checkout.button(/Pay 12\.625.USDC on Devnet/)).toBeVisible()
  expect(wallet.count('eth_sendTransaction')).toBe(0)

  await checkout.pay()
  await checkout.expectState('confirming')
  expect(wallet.count('eth_sendTransaction')).toBe(2)
})

test('A price that expires while the wallet approves is requested again, and accepted when it is unchanged', {
  tag: '@deep',
}, async ({ page, world, wallet }) => {
  const payment = await createPaymentOver(world)
  const quotes = await endPricesSoon(page)
  const checkout = await openCheckout(page, world, payment)
  await choose(checkout, 'USDC')
  await checkout.expectState('review', 'This price is valid for another')
  const shown = quotes.count
  await checkout.pay()
  await arrive(world, checkout)
  await checkout.expectState('succeeded')
  // Besides the review's price, the page requests one at Pay, and one before the payment is signed.
  expect(quotes.count - shown).toBe(2)
  expect(wallet.count('eth_sendTransaction')).toBe(2)
})

test.describe('The end of a transfer through a bridge', () => {
  test('a transfer through a bridge can end with a refund', async ({ page, world, payer }) => {
    await switchBridge(world, { mode: 'refunded' })
    const { checkout, payment } = await send(page, world)
    // The refund counts once its block is confirmed.
    await expect(async () => {
      await world.devnet.mine(THERE, 1)
      await expect(checkout.element).toHaveAttribute('state', 'failed', { timeout: 2_000 })
    }).toPass()
    await checkout.expectState('failed', 'The bridge sent your money back')
    await checkout.expectState('failed', /Your money was sent back to you/)
    await waitForEvent(world, payment, 'payment.refunded')
    await expect.poll(() => tokensOf(world, THERE, 'USDC', payer.address)).toBe(1_000_000_000n)

    await switchBridge(world, { mode: 'normal' })
    await checkout.button('Try again').click()
    await checkout.expectState('options')
    await select(checkout, 'USDC')
    await checkout.expectState('review')
    await checkout.pay()
    await arrive(world, checkout)
    await checkout.expectState('succeeded')
    const [item] = payment.items
    expect(await tokensOf(world, HERE, 'USDC', item?.payee ?? '0x')).toBe(item?.units)
  })

  test('a transfer through a bridge can end with a partial delivery', { tag: '@deep' }, async ({
    page,
    world,
  }) => {
    await switchBridge(world, { mode: 'partial', deliver: 'less' })
    const { checkout } = await send(page, world)
    await mineUntil(world, checkout, 'partial')
    await checkout.expectState('partial', 'Part of it is paid')
  })

  test('a transfer through a bridge can end with a delivery in another token', {
    tag: '@deep',
  }, async ({ page, world }) => {
    await switchBridge(world, { mode: 'partial', deliver: 'other_token' })
    const { checkout, payment } = await send(page, world)
    await mineUntil(world, checkout, 'failed')
    await checkout.expectState('failed', 'A different amount or token arrived')
    await waitForEvent(world, payment, 'payment.failed')
  })

  test('a transfer through a bridge can end with a bridge failure, after which the payer must not pay again', async ({
    page,
    world,
  }) => {
    await switchBridge(world, { mode: 'failed' })
    const { checkout, payment } = await send(page, world)
    await checkout.expectState('failed', 'The bridge could not deliver your payment')
    await checkout.expectState('failed', /Your payment was sent\. The bridge still has it\./)
    await expect(checkout.element.getByRole('link', { name: 'View on the bridge' })).toBeVisible()
    await expect(checkout.button('Try again')).toHaveCount(0)
    await waitForEvent(world, payment, 'payment.failed')
    const [item] = payment.items
    expect(await tokensOf(world, HERE, 'USDC', item?.payee ?? '0x')).toBe(0n)

    // After a reload, the payer must not pay again either, because the bridge may still deliver the money.
    await page.reload()
    await checkout.expectState('failed', 'The bridge could not deliver your payment')
    await expect(checkout.button('Try again')).toHaveCount(0)
  })

  test('a transfer through a bridge can end with a delivery after a day without a response', async ({
    page,
    world,
  }) => {
    await switchBridge(world, { mode: 'slow' })
    const { checkout, payment } = await send(page, world)
    await checkout.expectState('settling', 'Your money is on its way to Devnet B')
    giveUpTransfer(world, payment)
    await checkout.expectState('settling', 'The bridge has not answered for a day')
    await checkout.expectState('settling', /Do not pay again: show the transaction/)
    expect(webhooksOf(world, payment.requestIds[0] ?? '')).toEqual([])
    await page.reload()
    await checkout.expectState('settling', 'The bridge has not answered for a day')

    await switchBridge(world, { mode: 'normal' })
    await checkout.expectState('settling', /Arrived on/)
    await world.devnet.mine(HERE, 2)
    await checkout.expectState('succeeded')
    await expectOneWebhook(world, payment.requestIds[0] ?? '')
  })

  test('a transfer through a bridge can end with a failed destination call, although the payee is paid', {
    tag: '@deep',
  }, async ({ page, world }) => {
    await switchBridge(world, { mode: 'call_fails' })
    const { checkout, payment } = await send(page, world)
    await mineUntil(world, checkout, 'succeeded')
    const [item] = payment.items
    expect(await tokensOf(world, HERE, 'USDC', item?.payee ?? '0x')).toBe(item?.units)
    await expectOneWebhook(world, payment.requestIds[0] ?? '')
  })

  test('a transfer through a bridge fails if its deposit reverts after the deadline', {
    tag: '@deep',
  }, async ({ page, world }) => {
    await switchBridge(world, { mode: 'expired' })
    const payment = await createPaymentOver(world)
    const checkout = await openHosted(page, world, payment)
    await choose(checkout, 'USDC')
    await checkout.pay()
    await checkout.expectState('failed', 'The network rejected the payment')
    await checkout.expectState('failed', /Only the network fee was spent/)
  })

  test('a transfer through a bridge can end with a late delivery, with the page reloaded in each leg', {
    tag: '@deep',
  }, async ({ page, world, wallet }) => {
    await switchBridge(world, { mode: 'slow' })
    const payment = await createPaymentOver(world)
    const checkout = await openHosted(page, world, payment)
    await choose(checkout, 'USDC')
    await checkout.pay()
    await checkout.expectState('confirming', 'You can close this page')
    await page.reload()
    await checkout.expectState('confirming', 'Payment sent, waiting for Devnet')
    await world.devnet.mine(THERE, 2)
    await checkout.expectState('settling', 'Your money is on its way to Devnet B')
    await page.reload()
    await checkout.expectState('settling', 'Your money is on its way to Devnet B')

    await switchBridge(world, { mode: 'normal' })
    await checkout.expectState('settling', /Arrived on/)
    await page.reload()
    await checkout.expectState('settling', /Arrived on/)
    await world.devnet.mine(HERE, 2)
    await checkout.expectState('succeeded')
    expect(wallet.count('eth_sendTransaction')).toBe(2)
  })
})

test('Axe reports no violation on the bridge screens in light and dark, and nothing overflows at 320 px', {
  tag: '@deep',
}, async ({ page, world }) => {
  test.slow()
  await switchBridge(world, { mode: 'slow' })
  const payment = await createPaymentOver(world)
  const checkout = await openHosted(page, world, payment)
  await checkout.button('Test wallet').click()
  await checkout.expectState('options', 'Through a bridge')
  await inspectScreen(page, 'options')
  await select(checkout, 'USDT')
  await checkout.expectState('review', 'Leaves your wallet')
  await inspectScreen(page, 'review')
  await checkout.pay()
  await checkout.expectState('confirming')
  await inspectScreen(page, 'confirming')
  await world.devnet.mine(THERE, 2)
  await checkout.expectState('settling')
  await inspectScreen(page, 'settling')
  await switchBridge(world, { mode: 'refunded' })
  await checkout.expectState('failed')
  await inspectScreen(page, 'failed')
})

// This story runs last, because after a failed call the host does not use a bridge for a while.
test('The page names a bridge that does not respond, and offers no option through the bridge', {
  tag: '@deep',
}, async ({ page, world }) => {
  await switchBridge(world, { mode: 'down' })
  const payment = await createPaymentOver(world)
  const checkout = await openHosted(page, world, payment)
  await checkout.button('Test wallet').click()
  await checkout.expectState('options', /Devnet did not answer/)
  await expect(checkout.element.locator('[part="option"]')).toHaveCount(1)
})

/** Lets every price end within ten seconds, and counts the prices. */
async function endPricesSoon(page: Page): Promise<{ count: number }> {
  const quotes = { count: 0 }
  await changePay(page, ({ metadata }) => {
    quotes.count += 1
    metadata.quoteExpiresAt = Math.floor(Date.now() / 1_000) + 10
  })
  return quotes
}
