import { expect, test } from 'vitest'
import { settlementDecimals } from './settlementDecimals.ts'

const dollarsInUsdc = { invoice_currency: 'USD', payment_currency: 'USDC-base' }

test('a direct payment settles in the decimals of its token', () => {
  expect(settlementDecimals({ kind: 'direct', ...dollarsInUsdc })).toBe(6)
  const ether = { invoice_currency: 'ETH-base', payment_currency: 'ETH-base' }
  expect(settlementDecimals({ kind: 'direct', ...ether })).toBe(18)
})

test('a conversion settles in the decimals of its invoice, 8 for fiat money as in the contracts', () => {
  expect(settlementDecimals({ kind: 'conversion', ...dollarsInUsdc })).toBe(8)
})
