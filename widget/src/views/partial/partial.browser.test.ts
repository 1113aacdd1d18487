import { afterEach, expect, test, vi } from 'vitest'
import { FIXTURE_TIME_MS, findFixture, mountFixture } from '../../testing/mountFixture.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

test('the screen of a partly paid payment shows each part in its currency with its worth, and the remainder', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(FIXTURE_TIME_MS)
  const { root, show } = await mountFixture('partial')
  const model = findFixture('partial')
  const [first] = model.payment?.transactions ?? []
  const [item] = model.payment?.items ?? []
  if (!model.payment || !first || !item) throw new Error('The fixture must have a transaction.')
  const price = { amount: '20', amountPaid: '11.5', remainingAmount: '8.5', symbol: 'USD' }
  const part = (digit: string, amount: string, paid?: { amount: string; symbol: string }) => ({
    ...first,
    txHash: `0x${digit.repeat(64)}`,
    amount,
    ...(paid === undefined ? {} : { paid }),
  })
  const transactions = [
    part('1', '5', { amount: '4.998', symbol: 'DAI' }),
    part('2', '4', { amount: '0.0016', symbol: 'ETH' }),
    part('3', '2.5'),
  ]
  await show({
    ...model,
    payment: { ...model.payment, items: [{ ...item, ...price }], transactions },
  })
  await expect.poll(() => root.querySelector('[part~="summary"]')).not.toBeNull()
  const summary = root.querySelector('[part~="summary"]')?.textContent?.replaceAll(/\s+/g, ' ')
  expect(summary).toMatch(/4\.998 DAI · \$5\.00 ?0x1111/)
  expect(summary).toMatch(/0\.0016 ETH · \$4\.00 ?0x2222/)
  // A transaction that does not count yet, or one from a service of an earlier release, has its worth alone.
  expect(summary).toMatch(/[^·] ?\$2\.50 ?0x3333/)
  expect(summary).toContain('Remaining $8.50')
})
