import { createPayment } from './support/createPayment.ts'
import { balanceOf, fieldOf, webhooksOf } from './support/expectPaidOnce.ts'
import { expireQuotes } from './support/expireQuotes.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { expect, type Row, test } from './support/matrix/rowStory.ts'
import { APPROVED, inOrder, OPENED, PAID, REVIEWED, SENT } from './support/matrix/transcript.ts'
import { createStranger } from './support/payer.ts'
import type { World } from './support/world.ts'

/** A bill in a token of another network, for which no conversion contract has a rate. One DAI costs 1.25 dollars. */
const AT_A_QUOTE = {
  symbol: 'USDC',
  amount: '80',
  invoiced: { currency: 'DAI-devnet-b', arriving: '100' },
} as const
const AT_PAR = {
  symbol: 'USDC',
  amount: '80',
  invoiced: { currency: 'USDC-devnet-b', arriving: '80' },
} as const
const IN_TOKENS = inOrder(OPENED, REVIEWED, APPROVED, SENT, PAID)
const TEN_MINUTES_MS = 600_000

test.beforeEach(({ world }) => setDai(world, 1.25))
test.afterEach(({ world }) => {
  world.devnet.prices?.setSwitches({ silent: [], skewBps: {}, dollars: {} })
})

/** Sets the price of one DAI in dollars, and waits until the host no longer uses an earlier price. */
async function setDai(world: World, dollars: number): Promise<void> {
  world.devnet.prices?.setSwitches({ dollars: { DAI: dollars } })
  const price = async () => {
    const { token } = await createPayment(world, [AT_A_QUOTE])
    return Number(
      (await world.devnet.client.securePayments.quote({ params: { token }, body: {} })).price,
    )
  }
  await expect.poll(price).toBeCloseTo(1 / dollars, 5)
}

function confirmedOf(world: World, { payment }: Row) {
  const event = webhooksOf(world, String(payment.requestIds[0])).find(
    (one) => fieldOf(one, 'event') === 'payment.confirmed',
  )
  return event?.body
}

test('A payer reviews a quoted price, its sources and its time, and pays exactly the quoted amount', async ({
  page,
  world,
  row,
}) => {
  const fee = { percentage: '1', address: createStranger().address }
  const checkout = await row.open([AT_A_QUOTE], { fee })
  await checkout.expectState('connect', /in USDC on Devnet/)
  await checkout.connect()
  await checkout.expectState('review', /^1\sUSDC = 0.80\sDAI$/)
  await checkout.expectState('review', /^Coinbase, Kraken, CoinGecko$/)
  await checkout.expectState('review', /^This price is valid for another \d+:\d\d\.$/)
  await expect(checkout.button(/^Pay 101\sUSDC$/)).toBeVisible()
  await checkout.expectState('review', /Allow 101\sUSDC, Pay 101\sUSDC/)
  await checkout.expectState('review', /≈\s0\.\d+\sDAI/)
  await inspectScreen(page, 'the review at a quoted price')
  await row.finish()
  await row.end({ sends: 2, payCalls: 2, transcript: IN_TOKENS })
  await expect(checkout.element.getByText(/^101.00\sUSDC$/)).toBeVisible()
  const { address } = world.devnet.chains.token('devnet', 'USDC')
  expect(await balanceOf(world, address, fee.address)).toBe(1_000_000n)
  expect(confirmedOf(world, row)).toMatchObject({
    amount: '80',
    rateProvider: 'quote',
    quote: { countedAt: 'quote' },
  })
})

test('After a price has expired, the payer gets a new price and pays at it', {
  tag: '@deep',
}, async ({ page, world, row }) => {
  await page.clock.install()
  const checkout = await row.review([
    { ...AT_A_QUOTE, invoiced: { ...AT_A_QUOTE.invoiced, arriving: '160' } },
  ])
  await checkout.expectState('review', /^1\sUSDC = 0.80\sDAI$/)
  await setDai(world, 2)
  expireQuotes(world, String(row.payment.requestIds[0]))
  await page.clock.fastForward(TEN_MINUTES_MS)
  await checkout.expectState('review', 'This price has expired. Nothing was charged.')
  await expect(checkout.button(/^Pay/)).toHaveCount(0)
  await inspectScreen(page, 'the review after the price has expired')
  await checkout.button('Get a new price').click()
  await checkout.expectState('review', /^1\sUSDC = 0.50\sDAI$/)
  await expect(checkout.button(/^Pay 160\sUSDC$/)).toBeVisible()
  await row.expectUnpaid(0)
  await row.finish()
  await row.end({
    sends: 2,
    payCalls: 3,
    transcript: inOrder(OPENED, REVIEWED, 'connecting review', APPROVED, SENT, PAID),
  })
  expect(confirmedOf(world, row)).toMatchObject({ rateProvider: 'quote' })
})

test('A payer pays a bill in USDC of another network at par, without a quote', {
  tag: '@deep',
}, async ({ world, row }) => {
  const checkout = await row.review([AT_PAR])
  await checkout.expectState('review', /^From your wallet$/)
  await expect(checkout.element.locator('[part="rate"]')).toHaveCount(0)
  await expect(checkout.element.getByText('This price is valid')).toHaveCount(0)
  await row.finish()
  await row.end({ sends: 2, payCalls: 2, transcript: IN_TOKENS })
  expect(confirmedOf(world, row)).toMatchObject({ amount: '80', rateProvider: 'par' })
})
