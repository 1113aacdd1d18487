import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ensureDefined } from '../../ensureDefined.ts'
import type { Model } from '../../model.ts'
import { FIXTURE_TIME_MS, findFixture, mountFixture } from '../../testing/mountFixture.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

/** Returns the values of the network fee and the total that the payer reads; a row is absent if the review has none. */
async function readCosts(name: string, change: Partial<Model> = {}) {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
  const { show, root } = await mountFixture(name)
  await show({ ...findFixture(name), ...change })
  await expect.poll(() => root.querySelector('[part~="summary"]')).not.toBeNull()
  const rows = [...root.querySelectorAll('[part~="summary-row"]')].map((row) => {
    const [term, value] = ['dt', 'dd'].map((tag) => row.querySelector(tag)?.textContent ?? '')
    return [term, value?.replace(/\s+/g, ' ').trim()]
  })
  return Object.fromEntries(
    rows.filter(([term]) => /^(network fee|no network fee|total)$/i.test(term ?? '')),
  )
}

const COIN = { symbol: 'ETH', amount: '0.00042' } as const
const NO_WORTH = { ...COIN, worth: null }
const IN_COIN = { ...COIN, worth: { symbol: 'USDC', amount: '1.01' } }

test.each<[string, string, Partial<Model>, object]>([
  [
    'in one token has both coins of the total, and their worth',
    'review',
    {},
    {
      'Network fee': '0.00042 ETH ≈ 1.01 USDC',
      Total: '10.02 USDC + 0.00042 ETH ≈ 11.03 USDC',
    },
  ],
  [
    'without a rate has both coins of the total alone',
    'review',
    { networkFee: NO_WORTH },
    { 'Network fee': '≈ 0.00042 ETH', Total: '≈ 10.02 USDC + 0.00042 ETH' },
  ],
  [
    'at the rate of its block has the estimated total in dollars',
    'review-converted',
    {},
    { 'Network fee': '0.00042 ETH ≈ $1.01', Total: '80.02 USDC + 0.00042 ETH ≈ $81.01' },
  ],
  [
    'at a quote has the quoted amount in its total',
    'review-quoted',
    {},
    { 'Network fee': '0.00042 ETH ≈ €0.93', Total: '86.96 USDC + 0.00042 ETH ≈ €80.93' },
  ],
  [
    'while the service estimates the fee has a place for it in the total',
    'review-reading-fee',
    {},
    { 'Network fee': '…', Total: '10.02 USDC + …' },
  ],
  [
    'without an estimate has the total with its fee alone',
    'review',
    { networkFee: undefined },
    { 'Network fee': 'shown by your wallet', Total: '10.02 USDC' },
  ],
  [
    'that the service sends has no network fee',
    'review-signed',
    {},
    { 'No network fee': '0 ETH', Total: '10.02 USDC' },
  ],
  [
    'on Tron has the TRX in its total',
    'tron-review',
    { networkFee: { symbol: 'TRX', amount: '27', worth: { symbol: 'USDT', amount: '3.24' } } },
    {
      'Network fee': 'about 24.01 TRX ≈ 3.24 USDT',
      Total: '10.02 USDT + 24.01 TRX ≈ 13.26 USDT',
    },
  ],
  [
    'on Tron that energy covers has the total without TRX',
    'tron-review-energy',
    {},
    { 'Network fee': 'covered by your energy and bandwidth', Total: '10.02 USDT' },
  ],
  [
    'to several recipients has both coins of the total',
    'review-batch',
    { networkFee: IN_COIN },
    {
      'Network fee': '0.00042 ETH ≈ 1.01 USDC',
      Total: '2,102.520001 USDC + 0.00042 ETH ≈ 2,103.54 USDC',
    },
  ],
  [
    'over a bridge has both coins of the total',
    'bridge-review',
    {},
    { 'Network fee': '0.000004 ETH ≈ 0.01 USDC', Total: '10.05 USDC + 0.000004 ETH ≈ 10.06 USDC' },
  ],
])('the review of a payment %s', async (_, name, change, rows) => {
  expect(await readCosts(name, change)).toEqual(rows)
})

test('the review of a payment in the coin that pays the network fee has one sum', async () => {
  const review = ensureDefined(findFixture('review').review, 'The review')
  const due = [{ symbol: 'ETH', amount: '0.01' }] as const
  const items = review.items.map((item) => ({ ...item, symbol: 'ETH', amount: '0.01', fee: null }))
  const networkFee = { ...COIN, worth: { symbol: 'ETH', amount: '0.00042' } }
  const changed = { ...review, items, totalNeeded: due, spending: due }
  const rows = await readCosts('review', { networkFee, review: changed })
  expect(rows).toEqual({ 'Network fee': '≈ 0.00042 ETH', Total: '≈ 0.01042 ETH' })
})

test('the review of a payment in a token with the coin’s symbol does not add the two up', async () => {
  const review = ensureDefined(findFixture('review').review, 'The review')
  const due = [{ symbol: 'ETH', amount: '0.01' }] as const
  const lesserToken = { symbol: 'ETH', address: `0x${'ab'.repeat(20)}` as const }
  const items = review.items.map((item) => ({ ...item, symbol: 'ETH', fee: null, lesserToken }))
  const changed = { ...review, items, totalNeeded: due, spending: due }
  const rows = await readCosts('review', { networkFee: NO_WORTH, review: changed })
  expect(rows).toMatchObject({ Total: '≈ 0.01 ETH + 0.00042 ETH' })
})

test('the review of a payment without any fee has no total', async () => {
  const rows = await readCosts('payout-review', { networkFee: { ...NO_WORTH, amount: '0' } })
  expect(rows).not.toHaveProperty('Total')
})

test.each([320, 390, 480])(
  'the rows below the network fee do not move when the estimate arrives, %i px wide',
  async (width) => {
    await page.viewport(width, 900)
    vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
    const { show, root } = await mountFixture('review-reading-fee')
    const model = findFixture('review-reading-fee')
    const height = () => root.querySelector('[part~="summary"]')?.getBoundingClientRect().height
    await expect.poll(height).toBeGreaterThan(0)
    const before = height()
    await show({ ...model, networkFee: { ...IN_COIN, amount: '0.00004551' } })
    expect(root.querySelector('.network-fee')?.textContent).toContain('0.00004551')
    expect(height()).toBe(before)
    await page.viewport(480, 900)
  },
)
