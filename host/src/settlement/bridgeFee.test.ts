import { getNetwork } from '@secure-payment/core/networks'
import { expect, test } from 'vitest'
import { bridgeFeeOf, bridgeFeeUnits } from './bridgeFee.ts'

test.each([
  ['the difference', [10_020_000n, 6], [10_000_000n, 6], 20_000n],
  ['zero when the same amount arrived', [10_000_000n, 6], [10_000_000n, 6], null],
  ['zero when more arrived, in a token of higher value', [9_990_000n, 6], [10_000_000n, 6], null],
  [
    'the difference between tokens of 6 and 18 decimals',
    [10_020_000n, 6],
    [10n ** 19n, 18],
    20_000n,
  ],
  // The arrived amount is rounded up: a fee is never reported above its actual value.
  ['zero when the difference is less than one unit', [10_000_001n, 6], [10n ** 19n + 1n, 18], null],
] as const)('a bridge keeps %s', (_, [sent, from], [arrived, to], kept) => {
  const units = bridgeFeeUnits({ units: sent, decimals: from }, { units: arrived, decimals: to })
  expect(units).toBe(kept)
})

test('the bridge fee is unknown when the sent amount is unknown', () => {
  const sending = { source: getNetwork('base'), currency: 'USDC', decimals: 6 }
  expect(bridgeFeeOf({ ...sending, sentUnits: 12n }, 10n)).toBe(2n)
  expect(bridgeFeeOf({ ...sending, sentUnits: null }, 10n)).toBeNull()
  expect(bridgeFeeOf({ ...sending, currency: 'DAI?', sentUnits: 12n }, 10n)).toBeNull()
})
