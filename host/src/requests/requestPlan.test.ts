import type { RequestPlan } from '@secure-payment/core/ways'
import { expect, test } from 'vitest'
import { parsePlan, planColumns } from './requestPlan.ts'

test.each<[string, RequestPlan]>([
  ['devnet', { way: 'direct' }],
  ['devnet', { way: 'converted', path: ['0x01', '0x02'], maxRateAgeS: 60 }],
  ['tron', { way: 'tron' }],
  ['devnet', { way: 'scheduled', recurringPaymentId: '01J0' }],
  ['devnet', { way: 'bank_payout', provider: 'sandbox' }],
  ['devnet', { way: 'quoted', pricing: 'par' }],
  ['devnet', { way: 'quoted', pricing: 'market' }],
  ['tron', { way: 'quoted', pricing: 'market' }],
])('parsePlan reads the columns of %s %o', (network, plan) => {
  expect(parsePlan({ network, ...planColumns(plan) })).toEqual(plan)
})
