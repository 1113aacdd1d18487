import type { RequestPlan } from '@secure-payment/core/ways'
import { expect, test } from 'vitest'
import { settlementDecimals } from './settlementDecimals.ts'

const dollarsInUsdc = { invoice_currency: 'USD', payment_currency: 'USDC-base' }

test("a direct payment settles in its token's decimals", () => {
  expect(settlementDecimals({ plan: { way: 'direct' }, ...dollarsInUsdc })).toBe(6)
  const ether = { invoice_currency: 'ETH-base', payment_currency: 'ETH-base' }
  expect(settlementDecimals({ plan: { way: 'direct' }, ...ether })).toBe(18)
})

test("a conversion settles in its invoice currency's decimals: 8 for fiat money, as in the contracts", () => {
  const path = [
    '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  ] as const
  const plan: RequestPlan = { way: 'converted', path, maxRateAgeS: null }
  expect(settlementDecimals({ plan, ...dollarsInUsdc })).toBe(8)
})
