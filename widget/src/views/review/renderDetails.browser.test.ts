import { afterEach, expect, test, vi } from 'vitest'
import { FIXTURE_TIME_MS, findFixture, mountFixture } from '../../testing/mountFixture.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

/** Mounts a review at a quote, whose payee bears 2.5 % of 120.50 euros as a request from before rounded fees does. */
async function mountExact(amount: string, fee: string) {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
  const { root, show } = await mountFixture('review-quoted')
  const model = findFixture('review-quoted')
  if (!model.review) throw new Error('The fixture must have a review.')
  const items = model.review.items.map((item) => ({
    ...item,
    amount,
    fee: { percentage: '2.5', amount: fee, address: item.payee, bearer: 'payee' as const },
  }))
  await show({ ...model, review: { ...model.review, items } })
  await expect.poll(() => root.querySelector('[part~="summary"]')).not.toBeNull()
  return root
}

test('the review shows cents, and its details show the exact amounts', async () => {
  const root = await mountExact('117.4875', '3.0125')
  const summary = root.querySelector('[part~="summary"]')?.textContent ?? ''
  expect(summary).toContain('€117.49')
  expect(summary).toContain('€3.01')
  expect(summary).not.toContain('117.4875')
  const details = root.querySelector('details[part="details"]')
  if (!(details instanceof HTMLDetailsElement)) throw new Error('The review must have details.')
  details.open = true
  const exact = () => [...(root.querySelectorAll('.exact dd') ?? [])].map((one) => one.textContent)
  await expect.poll(exact).toEqual(['117.4875 EUR', '3.0125 EUR'])
})

test('amounts in whole cents need no exact amounts', async () => {
  const root = await mountExact('117.49', '3.01')
  const details = root.querySelector('details[part="details"]')
  if (!(details instanceof HTMLDetailsElement)) throw new Error('The review must have details.')
  details.open = true
  await expect.poll(() => root.querySelector('[part="advanced"] .call')).not.toBeNull()
  expect(root.querySelector('.exact')).toBeNull()
})
