import { afterEach, expect, test, vi } from 'vitest'
import type { PricedPart } from '../../review.ts'
import { FIXTURE_TIME_MS, findFixture, mountFixture } from '../../testing/mountFixture.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

test('a quote’s countdown has one timer, however often the review renders', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
  const running = new Set<unknown>()
  const { setTimeout: start, clearTimeout: stop } = window
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    const timer = start(run, ms)
    if (ms === 1_000) running.add(timer)
    return timer
  }) as typeof setTimeout)
  vi.spyOn(window, 'clearTimeout').mockImplementation((timer) => {
    running.delete(timer)
    stop(timer)
  })
  const { show, root } = await mountFixture('review-quoted')
  await expect.poll(() => root.querySelector('[part="price-time"]')).not.toBeNull()
  const model = findFixture('review-quoted')
  for (let renders = 0; renders < 5; renders += 1) await show({ ...model })
  expect(running.size).toBe(1)
})

/** Mounts a review at a quote whose parts are changed, and returns the lines below its rate. */
async function readLines(parts: readonly PricedPart[]): Promise<string[]> {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
  const { show, root } = await mountFixture('review-quoted')
  const model = findFixture('review-quoted')
  const quote = model.review?.quote
  if (!model.review || !quote) throw new Error('The fixture must have a quote.')
  await show({ ...model, review: { ...model.review, quote: { ...quote, parts } } })
  await expect.poll(() => root.querySelector('[part="rate"]')).not.toBeNull()
  return [...root.querySelectorAll('.rounding')].map(({ textContent }) =>
    textContent.replaceAll('\u00a0', ' '),
  )
}

const francs = (due: string, worth: string, paid: string): PricedPart => ({
  due: { symbol: 'CHF', amount: due },
  worth: { symbol: 'USDC', amount: worth },
  paid: { symbol: 'USDC', amount: paid },
})

test('the review shows how the rate leads to the amount that is paid, and to the fee', async () => {
  // At 0.8928 francs per USDC: 80 / 0.8928 = 89.60573..., and 2 / 0.8928 = 2.24014...
  const amount = francs('80', '89.605735', '89.61')
  expect(await readLines([amount])).toEqual(['CHF 80.00 ≈ 89.6058 USDC, rounded up to 89.61 USDC'])
  document.body.replaceChildren()
  // At 0.892857142857142857: 80 / 0.892857142857142857 = 89.60000000000000001, which is more than 89.60.
  const more = francs('80', '89.600001', '89.61')
  expect(await readLines([more])).toEqual(['CHF 80.00 ≈ 89.6001 USDC, rounded up to 89.61 USDC'])
  document.body.replaceChildren()
  expect(await readLines([amount, francs('2', '2.240144', '2.25')])).toEqual([
    'CHF 80.00 ≈ 89.6058 USDC, rounded up to 89.61 USDC',
    'CHF 2.00 ≈ 2.24015 USDC, rounded up to 2.25 USDC',
  ])
})

test('the review explains no rounding where there is none', async () => {
  const amount = francs('80', '100', '100')
  expect(await readLines([amount])).toEqual([])
  document.body.replaceChildren()
  expect(await readLines([amount, francs('0.8', '1', '1')])).toEqual([
    'CHF 80.00 = 100.00 USDC',
    'CHF 0.80 = 1.00 USDC',
  ])
})
