import { balanceOf } from './support/expectPaidOnce.ts'
import { expect, test } from './support/matrix/rowStory.ts'
import {
  APPROVED,
  ASKED,
  inOrder,
  OPENED,
  PAID,
  REVIEWED,
  SENT,
} from './support/matrix/transcript.ts'
import { createStranger } from './support/payer.ts'

/** The wallet requests: an approval, then the payment. */
const IN_TOKENS = inOrder(OPENED, REVIEWED, APPROVED, SENT, PAID)
const IN_COINS = inOrder(OPENED, REVIEWED, ASKED, SENT, PAID)

// At the devnet's rates, a USDC costs one dollar, an ether 2,500 dollars and a euro 1.10 dollars.
const DOLLARS = {
  symbol: 'USDC',
  amount: '80',
  invoiced: { currency: 'USD', arriving: '80' },
} as const
const EUROS = {
  symbol: 'ETH',
  amount: '250',
  invoiced: { currency: 'EUR', arriving: '0.11' },
} as const

/** These stories are about conversions by contracts, so their pages see no payment as quotable. */
test.beforeEach(async ({ context }) => {
  await context.route(/\/v2\/secure-payments\/[^/?]+(?:\?.*)?$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replaceAll(',"isQuotable":true', '') })
  })
})

test('A payer sees the approximate and the maximum cost, and pays an invoice in dollars with USDC', async ({
  row,
}) => {
  const checkout = await row.open([DOLLARS])
  await checkout.expectState('connect', '80.00')
  await checkout.expectState('connect', 'in USDC on Devnet')
  await checkout.connect()
  // 1 % above 80 is the maximum for a token that should be worth one dollar.
  await checkout.expectState('review', /about 80.00\sUSDC, at most 80.80\sUSDC/)
  await checkout.expectState('review', /never takes more than 80.80\sUSDC/)
  await expect(checkout.button('Pay up to 80.80 USDC')).toBeVisible()
  await row.finish()
  await row.end({ sends: 2, payCalls: 2, transcript: IN_TOKENS })
  await expect(checkout.element.getByText('Paid with')).toBeVisible()
  await expect(checkout.element.getByText(/^80.00\sUSDC$/)).toBeVisible()
})

test('A fee is stated in dollars and arrives in USDC', { tag: '@deep' }, async ({ world, row }) => {
  const fee = { percentage: '2.5', address: createStranger().address }
  const checkout = await row.review([DOLLARS], { fee })
  // 2.5 % of 80 is 2; 82 plus 1 % is 82.82.
  await checkout.expectState('review', /about 82.00\sUSDC, at most 82.82\sUSDC/)
  await row.finish()
  await row.end({ sends: 2, payCalls: 2, transcript: IN_TOKENS })
  await expect(checkout.element.getByText(/^82.00\sUSDC$/)).toBeVisible()
  const { address } = world.devnet.chains.token('devnet', 'USDC')
  expect(await balanceOf(world, address, fee.address)).toBe(2_000_000n)
})

test('A payer pays an invoice in euros with ether via two rates, and gets the excess back', {
  tag: '@deep',
}, async ({ world, payer, row }) => {
  const before = await balanceOf(world, null, payer.address)
  const checkout = await row.open([EUROS])
  await checkout.expectState('connect', '250.00')
  await checkout.connect()
  // The maximum is 3 % above 0.11.
  await checkout.expectState('review', /about 0.1100\sETH, at most 0.1133\sETH/)
  await row.finish()
  await row.end({ sends: 1, payCalls: 2, transcript: IN_COINS })
  const gone = before - (await balanceOf(world, null, payer.address))
  // The difference includes gas, but is less than the excess of 0.0033 that the wallet sent and got back.
  expect(gone).toBeGreaterThan(110_000_000_000_000_000n)
  expect(gone).toBeLessThan(112_000_000_000_000_000n)
})

test('A batch pays an invoice in dollars and an invoice in USDC with a single approval', async ({
  row,
}) => {
  const checkout = await row.review([DOLLARS, { symbol: 'USDC', amount: '12.5' }])
  await checkout.expectState('review', /up to 93.30\sUSDC/)
  await row.finish()
  await row.end({ sends: 2, payCalls: 2, transcript: IN_TOKENS })
})
