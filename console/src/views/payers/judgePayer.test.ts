import { describe, expect, test } from 'vitest'
import type { PayerRecord } from '../../api.ts'
import { en } from '../../text/en.ts'
import { judgePayer } from './judgePayer.ts'

const { payers: text } = en

const account: PayerRecord['paymentDetails'][number] = {
  id: '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11',
  bankName: 'Banco Exemplo',
  accountName: 'Joana Costa',
  beneficiaryType: 'individual',
  accountNumber: '****0154',
  currency: 'eur',
  status: 'approved',
  rails: 'local',
  rejectionMessage: null,
  createdAt: '2026-11-02T08:16:00.000Z',
}

function judge(patch: Partial<PayerRecord>) {
  const payer: Parameters<typeof judgePayer>[0] = {
    erasedAt: null,
    kycStatus: 'approved',
    agreementStatus: 'completed',
    isCompliant: true,
    paymentDetails: [account],
  }
  return judgePayer({ ...payer, ...patch }, en)
}

test('A compliant payer with an account may pay, and needs no action', () => {
  expect(judge({})).toEqual({ tone: 'success', label: text.mayPay, advice: null })
})

test.each([
  ['without an account', []],
  ['whose accounts were rejected', [{ ...account, status: 'failed' as const }]],
])('A compliant payer %s needs a valid account', (_, paymentDetails) => {
  expect(judge({ paymentDetails })).toMatchObject({
    tone: 'success',
    advice: text.advice.noAccount,
  })
})

describe('a payer who is not compliant', () => {
  test.each([
    ['not_started', 'warning', text.advice.kycOpen],
    ['initiated', 'warning', text.advice.kycOpen],
    ['pending', 'warning', text.advice.kycPending],
    ['failed', 'danger', text.advice.kycFailed],
  ] as const)(
    'a payer who is not compliant needs the next step for a check with the status %s',
    (kycStatus, tone, advice) => {
      expect(judge({ kycStatus, isCompliant: false, agreementStatus: 'not_started' })).toEqual({
        tone,
        label: text.mayNotPay,
        advice,
      })
    },
  )

  test.each([
    ['not_started', 'warning', text.advice.agreementOpen],
    ['pending', 'warning', text.advice.agreementOpen],
    ['rejected', 'warning', text.advice.agreementRejected],
    ['failed', 'danger', text.advice.agreementFailed],
  ] as const)(
    'a payer who is not compliant needs the next step for an agreement with the status %s',
    (agreementStatus, tone, advice) => {
      expect(judge({ agreementStatus, isCompliant: false })).toEqual({
        tone,
        label: text.mayNotPay,
        advice,
      })
    },
  )

  test('a payer who is not compliant may not pay after a rejection, even with a signed agreement', () => {
    expect(judge({ kycStatus: 'rejected', isCompliant: false })).toEqual({
      tone: 'danger',
      label: text.refused,
      advice: text.advice.kycRejected,
    })
  })
})

test('An erased payer is shown only as erased', () => {
  expect(judge({ erasedAt: '2026-11-05T00:00:00.000Z', kycStatus: 'rejected' })).toEqual({
    tone: 'neutral',
    label: text.erased,
    advice: text.advice.erased,
  })
})
