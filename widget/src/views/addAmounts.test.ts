import { formatAmount } from '@secure-payment/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addAmounts } from './addAmounts.ts'

test.each([
  ['10', '0.02', '10.02'],
  ['0.5', '0.5', '1'],
  ['0', '0', '0'],
  ['0.000000000000000001', '99999999999999999999', '99999999999999999999.000000000000000001'],
])('the sum of %s and %s is %s', (first, second, sum) => {
  expect(addAmounts(first, second)).toBe(sum)
})

test("addAmounts agrees with core's base units on every amount", () => {
  const units = fc.bigInt(0n, 2n ** 128n)
  fc.assert(
    fc.property(units, units, fc.integer({ min: 0, max: 30 }), (first, second, decimals) => {
      const sum = addAmounts(formatAmount(first, decimals), formatAmount(second, decimals))
      expect(sum).toBe(formatAmount(first + second, decimals))
    }),
  )
})
