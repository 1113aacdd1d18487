import { formatTronAddress } from '@secure-payment/core'
import { hexToBytes } from 'viem'
import { fieldOf, webhooksOf } from './support/expectPaidOnce.ts'
import { expireQuotes } from './support/expireQuotes.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expectRow } from './support/matrix/expectRow.ts'
import { APPROVED, inOrder, OPENED, PAID, REVIEWED, SENT } from './support/matrix/transcript.ts'
import { createStranger } from './support/payer.ts'
import {
  expectPaidOnTron,
  expectUnpaidOnTron,
  openTron,
  setFranc,
  type TronInvoice,
  usdtOf,
} from './support/tronPayment.ts'
import { expect, test } from './support/tronStory.ts'

/** 80 francs at 1.25 dollars are 100 USDT. */
const IN_FRANCS = { amount: '80', currency: 'CHF', arriving: '100' } as const
const TEN_MINUTES_MS = 600_000

test.beforeEach(({ world }) => setFranc(world, 1.25))

test('A payer reviews an invoice in francs at a quoted price, and pays exactly that amount in USDT on Tron', async ({
  page,
  context,
  events,
  world,
  wallet,
}) => {
  const fee = createStranger().address
  const more = { feePercentage: '1', feeAddress: formatTronAddress(hexToBytes(fee)) }
  const { checkout, payment } = await openTron(page, world, { ...IN_FRANCS, more })
  await checkout.expectState('connect', /in USDT on Tron/)
  await checkout.connect()
  await checkout.expectState('review', /^1\sUSDT = CHF\s0.80$/)
  await checkout.expectState('review', /^Coinbase, Kraken, CoinGecko$/)
  await checkout.expectState('review', /^This price is valid for another \d+:\d\d\.$/)
  await checkout.expectState('review', /^about \d+\.\d\d\sTRX/)
  await checkout.expectState('review', /^≈\sCHF\s\d+\.\d\d$/)
  await checkout.expectState('review', 'without limit')
  await expect(checkout.button(/^Pay 101\sUSDT$/)).toBeVisible()
  await inspectScreen(page, 'the review of a quoted price on Tron')
  await checkout.pay()
  await checkout.expectState('succeeded', 'Payment complete')
  await expectPaidOnTron(world, { payment, wallet, signs: 2 })
  expect(await usdtOf(world, fee)).toBe(1_000_000n)
  const confirmed = webhooksOf(world, payment.requestId).find(
    (one) => fieldOf(one, 'event') === 'payment.confirmed',
  )
  expect(confirmed).toMatchObject({
    verified: true,
    body: { amount: '80', rateProvider: 'quote', quote: { countedAt: 'quote' } },
  })
  const transcript = inOrder(OPENED, REVIEWED, APPROVED, SENT, PAID)
  await expectRow(context, events, { payCalls: 2, transcript })
})

for (const [currency, amount, arriving] of [
  ['EUR', '80', '88'],
  ['USD', '80', '80'],
] as const) {
  test(`A payer pays an invoice in ${currency} in USDT on Tron`, { tag: '@deep' }, async ({
    page,
    world,
    wallet,
  }) => {
    const invoice: TronInvoice = { currency, amount, arriving }
    const { checkout, payment } = await openTron(page, world, invoice)
    await checkout.connect()
    await checkout.pay()
    await checkout.expectState('succeeded', 'Payment complete')
    await expectPaidOnTron(world, { payment, wallet, signs: 2 })
  })
}

test('After a price on Tron has expired, the payer gets the next one and pays it once', {
  tag: '@deep',
}, async ({ page, world, wallet }) => {
  await page.clock.install()
  const { checkout, payment } = await openTron(page, world, { ...IN_FRANCS, arriving: '160' })
  await checkout.connect()
  await checkout.expectState('review', /^1\sUSDT = CHF\s0.80$/)
  await setFranc(world, 2)
  expireQuotes(world, payment.requestId)
  await page.clock.fastForward(TEN_MINUTES_MS)
  await checkout.expectState('review', 'This price has expired. Nothing was charged.')
  await expect(checkout.button(/^Pay/)).toHaveCount(0)
  await checkout.button('Get a new price').click()
  await checkout.expectState('review', /^1\sUSDT = CHF\s0.50$/)
  await expect(checkout.button(/^Pay 160\sUSDT$/)).toBeVisible()
  await expectUnpaidOnTron(world, payment)
  await checkout.pay()
  await checkout.expectState('succeeded', 'Payment complete')
  await expectPaidOnTron(world, { payment, wallet, signs: 2 })
})
