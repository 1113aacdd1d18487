import { expect, test } from 'vitest'
import { formatUsd } from './formatUsd.ts'

test.each<[bigint, string]>([
  [0n, '0.00'],
  [80_00000000n, '80.00'],
  [30_01000000n, '30.01'],
  [499_999n, '0.00'],
  [500_000n, '0.00'],
  [500_001n, '0.01'],
  [1_500_000n, '0.02'],
  [123_456_789_00000000n, '123456789.00'],
])('%s units of 10^-8 dollars are formatted as %s', (units, text) => {
  expect(formatUsd(units)).toBe(text)
})
