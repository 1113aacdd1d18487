import { describe, expect, test } from 'vitest'
import { anItem, aPayment, FEE_ADDRESS } from '../testing/examples.ts'
import { splitDue } from './splitDue.ts'
import { requireSums } from './verifyPayment.ts'

const fee = { percentage: '2.5', amount: '3.02', address: FEE_ADDRESS, isRounded: true }

describe('splitDue', () => {
  // 2.5 % of 120.50 are 3.0125; fiat amounts have 8 decimals. A cent is 10^6 units, and a yen 10^8.
  test.each([
    ['USD', 8, true, 302_000_000n],
    ['USD', 8, false, 301_250_000n],
    ['JPY', 8, true, 400_000_000n],
    ['HUF', 8, true, 302_000_000n],
    ['USDC', 6, false, 301_250_000n],
  ])(
    'The fee on 12,050,000,000 units of %s with %d decimals, rounded: %s, is %d units',
    (...row) => {
      const [symbol, decimals, isRounded, feeUnits] = row
      const item = { symbol, decimals, fee: { ...fee, isRounded } }
      expect(splitDue(12_050_000_000n, item)).toEqual({ amountUnits: 12_050_000_000n, feeUnits })
    },
  )
})

test('splitDue rejects a rounded fee in a token', () => {
  expect(() => splitDue(1n, { symbol: 'USDC', decimals: 6, fee })).toThrow(RangeError)
})

describe('requireSums', () => {
  const invoiced = { invoiceCurrency: 'USD', symbol: 'USD', decimals: 8, amount: '120.5' }
  const check = (changed: object) => () =>
    requireSums(aPayment({ items: [anItem({ ...invoiced, fee: { ...fee, ...changed } })] }))

  test('requireSums accepts a rounded fee, and the exact fee of an earlier host', () => {
    expect(check({})).not.toThrow()
    expect(check({ amount: '3.0125', isRounded: null })).not.toThrow()
  })

  test.each([
    [{ amount: '3.03' }],
    [{ amount: '3.01' }],
    [{ amount: '3.0125' }],
    [{ isRounded: null }],
  ])('requireSums rejects another fee: %j', (changed) => {
    expect(check(changed)).toThrow()
  })
})
