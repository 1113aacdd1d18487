import { expect, test } from 'vitest'
import type { ScheduleRecord } from '../../api.ts'
import { resumeDraft } from './resumeDraft.ts'
import type { ScheduleDraft } from './scheduleMemory.ts'

const permit = permitWith('0x01')
const approval = { to: '0x1', data: '0x095ea7b3', value: '0x0', chainId: 8453 } as const
const terms = {
  payer: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  payee: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  currencyId: 'USDC-base',
  amount: '10',
  frequency: 'MONTHLY',
  startDate: '2026-12-01',
  totalPayments: 12,
  reference: 'SUB-118',
} as const
const { currencyId, ...sameTerms } = terms
const record: ScheduleRecord = {
  ...sameTerms,
  id: '01KB60A1B2C3D4E5F6G7H8J9KA',
  status: 'pending',
  processedPayments: 0,
  lastPaymentDate: null,
  nextPaymentDate: null,
  requests: [],
  payments: [],
  network: 'base',
  paymentCurrency: currencyId,
  createdAt: '2026-11-21T09:30:00.000Z',
  recurringPaymentPermit: permit,
  transactions: [approval],
}
const kept: ScheduleDraft = {
  terms: { ...terms, amount: '9' },
  permit: permitWith('0x02'),
  approvals: [],
  walletId: 'test.wallet',
  approvalHash: '0x3',
}

function permitWith(nonce: string): NonNullable<ScheduleRecord['recurringPaymentPermit']> {
  const zero = { amount: '0', feeAmount: '0', relayerFee: '0', periodSeconds: 1, firstPayment: 1 }
  const address = { subscriber: '0x', token: '0x', recipient: '0x', feeAddress: '0x' }
  const values = { ...zero, ...address, totalPayments: 2, nonce, deadline: 1, strictOrder: true }
  const domain = { chainId: 8453, verifyingContract: '0x' }
  return {
    domain: { ...domain, name: 'ERC20RecurringPaymentProxy', version: '1' },
    types: { SchedulePermit: [] },
    values,
    primaryType: 'SchedulePermit',
    message: values,
  }
}

test('A browser without stored data uses the record', () => {
  expect(resumeDraft(record, null)).toEqual({
    state: 'ready',
    draft: { terms, permit, approvals: [approval], walletId: '', approvalHash: null },
    isRemembered: false,
  })
})

test('The browser’s stored terms and permit override the record, and the approvals come from the chain', () => {
  const draft = { ...kept, approvals: [approval] }
  expect(resumeDraft(record, kept)).toEqual({ state: 'ready', draft, isRemembered: true })
  const { transactions: _, ...unread } = record
  expect(resumeDraft(unread, kept)).toEqual({ state: 'ready', draft: kept, isRemembered: true })
})

test('A draft cannot continue with an expired permit, an unread chain, or a currency of another network', () => {
  const { recurringPaymentPermit: _, ...expired } = record
  const { transactions: __, ...unread } = record
  for (const memory of [null, kept]) expect(resumeDraft(expired, memory).state).toBe('over')
  expect(resumeDraft(unread, null).state).toBe('unknown')
  expect(resumeDraft({ ...record, network: 'mainnet' }, null).state).toBe('contradictory')
})
