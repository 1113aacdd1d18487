import { complianceUpdated, paymentDetailUpdated } from '@secure-payment/core/webhooks'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import type { Row } from '../db/schema.ts'
import { eventBody } from './eventBodies.ts'

const EVENT_ID = '01KB41A1B2C3D4E5F6G7H8J9KA'
const NOW = '2026-11-01T12:00:00.000Z'
const context = { now: () => new Date(NOW), config: loadConfig({}) }
const clientUserId = 'ana@example.test'

const payer: Row<'payers'> = {
  id: '01a20066-ac24-7d2c-9214-818fe9b77c64',
  tenant_id: 't',
  client_user_digest: 'digest',
  sealed_client_user: 'd1.sealed',
  sealed_profile: 'd1.sealed',
  profile_digest: 'digest',
  sealed_links: 'd1.sealed',
  provider: 'sandbox-offramp',
  provider_id: 'p',
  kyc_status: 'approved',
  kyc_reported_at: NOW,
  agreement_status: 'pending',
  agreement_reported_at: NOW,
  event_sequence: 3,
  next_check_at: null,
  created_at: NOW,
  updated_at: NOW,
  erased_at: null,
}

const detail: Row<'payment_details'> = {
  id: '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11',
  payer_id: payer.id,
  sealed_account: 'd1.sealed',
  provider: 'sandbox-offramp',
  provider_id: 'a',
  status: 'approved',
  reported_at: NOW,
  rejection_message: null,
  next_check_at: null,
  created_at: NOW,
  updated_at: NOW,
}

describe('The body of compliance.updated', () => {
  const bodyOf = (changed: Partial<Row<'payers'>>) =>
    eventBody(context, EVENT_ID, {
      type: 'compliance.updated',
      payer: { ...payer, ...changed },
      clientUserId,
    })

  test('the body of compliance.updated contains the three statuses, and identifies the payer only by the merchant’s id', () => {
    const body = bodyOf({})
    expect(body).toEqual({
      event: 'compliance.updated',
      eventId: EVENT_ID,
      requestId: null,
      clientUserId,
      kycStatus: 'approved',
      agreementStatus: 'pending',
      isCompliant: false,
      timestamp: NOW,
      rawPayload: { provider: 'sandbox-offramp' },
    })
    expect(complianceUpdated.schema.safeParse(body).error).toBeUndefined()
    expect(bodyOf({ agreement_status: 'completed' }).isCompliant).toBe(true)
  })

  test('the body of compliance.updated reports a check that has not begun as initiated, as its schema requires', () => {
    const body = bodyOf({ kyc_status: 'not_started', agreement_status: 'completed' })
    expect(complianceUpdated.schema.parse(body)).toMatchObject({
      kycStatus: 'initiated',
      agreementStatus: 'completed',
      isCompliant: false,
    })
  })
})

describe('The body of payment_detail.updated', () => {
  const bodyOf = (changed: Partial<Row<'payment_details'>>) =>
    eventBody(context, EVENT_ID, {
      type: 'payment_detail.updated',
      payer,
      detail: { ...detail, ...changed },
      clientUserId,
    })

  test('the body of payment_detail.updated contains the result of an account check, and omits members that do not apply', () => {
    const body = bodyOf({})
    expect(body).toEqual({
      event: 'payment_detail.updated',
      eventId: EVENT_ID,
      requestId: null,
      paymentDetailsId: detail.id,
      clientUserId,
      status: 'approved',
      timestamp: NOW,
      rawPayload: { provider: 'sandbox-offramp', status: 'approved' },
    })
    expect(paymentDetailUpdated.schema.safeParse(body).error).toBeUndefined()
  })

  test('the body of payment_detail.updated contains the failure reason', () => {
    const body = bodyOf({ status: 'failed', rejection_message: 'No such account.' })
    expect(paymentDetailUpdated.schema.parse(body)).toMatchObject({
      status: 'failed',
      rejectionMessage: 'No such account.',
    })
  })
})
