import { expect, test } from 'vitest'
import type { UnmatchedRecord } from '../../api.ts'
import { createConsoleFormat } from '../../createConsoleFormat.ts'
import { en } from '../../text/en.ts'
import { describeUnmatched } from './describeUnmatched.ts'

const context = { format: createConsoleFormat('en'), text: en }
const RECORD: UnmatchedRecord = {
  id: '01KB5A11B2C3D4E5F6G7H8J9KB',
  network: 'base',
  txHash: `0x${'5a'.repeat(32)}`,
  logIndex: 7,
  blockNumber: 21_000_000,
  tokenAddress: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  payerAddress: null,
  paymentReference: null,
  payee: '0x8a5f00000000000000000000000000000000d5e4',
  amountUnits: '12500000',
  currency: 'USDC',
  amount: '12.5',
  worthUsd: '12.49875',
  isNotable: true,
  reason: 'wrong_token',
  requestId: null,
  reference: null,
  claimedRequestId: null,
  refundedAmount: '0',
  refundStatus: 'none',
  detectedAt: '2026-11-02T09:00:00.000Z',
}

test('An unmatched payment shows its amount, its value in whole cents and the reason', () => {
  expect(describeUnmatched(RECORD, context)).toMatchObject({
    amount: '12.50\u00a0USDC',
    network: 'Base',
    worth: 'Worth $12.49',
    label: 'Other token',
  })
})

test('A token that the service does not list has neither an amount nor a value', () => {
  const record = { ...RECORD, currency: null, amount: null, worthUsd: null }
  expect(describeUnmatched(record, context)).toMatchObject({
    amount: 'Unlisted token',
    worth: null,
  })
})

test('A reason without a text in the console is shown under its name in the API', () => {
  const words = describeUnmatched({ ...RECORD, reason: 'rate_age_unbounded' }, context)
  expect(words.advice).toContain('rate_age_unbounded')
})
