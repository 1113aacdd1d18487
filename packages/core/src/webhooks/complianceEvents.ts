import { z } from 'zod'
import { timestampSchema, ulidSchema } from '../schemas/schemas.ts'
import { defineEvent } from './event.ts'

/**
 * The events of this file are about a payer, not a request, so `requestId` is null. A tenant with full compatibility with Request Network
 * receives no `requestId`.
 */
const base = {
  eventId: ulidSchema.describe('The value is the same in every delivery of this event.'),
  requestId: z
    .null()
    .optional()
    .describe('Absent if the webhooks follow Request Network’s fully (`webhookCompatibility`).'),
  clientUserId: z.string().describe("The merchant's id for the payer."),
  timestamp: timestampSchema,
  rawPayload: z.record(z.string(), z.unknown()).optional(),
  isTest: z.literal(true).optional().describe('On test deliveries only.'),
}

/** A payer's identity check or agreement changed; the three statuses are always sent together. */
export const complianceUpdated = defineEvent(
  'compliance.updated',
  z
    .object({
      event: z.literal('compliance.updated'),
      ...base,
      kycStatus: z.enum(['initiated', 'pending', 'approved', 'rejected', 'failed']),
      agreementStatus: z.enum(['not_started', 'pending', 'completed', 'rejected', 'failed']),
      isCompliant: z.boolean(),
    })
    .meta({
      id: 'ComplianceUpdatedEvent',
      description:
        'A payer’s identity check or agreement changed; the event always contains the three statuses.',
    }),
  {
    event: 'compliance.updated',
    eventId: '01KB41A1B2C3D4E5F6G7H8J9KA',
    requestId: null,
    clientUserId: 'ana@example.test',
    kycStatus: 'approved',
    agreementStatus: 'pending',
    isCompliant: false,
    timestamp: '2026-11-01T12:00:00.000Z',
    rawPayload: { provider: 'sandbox-kyc' },
  },
)

/** A payee's bank account was checked. */
export const paymentDetailUpdated = defineEvent(
  'payment_detail.updated',
  z
    .object({
      event: z.literal('payment_detail.updated'),
      ...base,
      paymentDetailsId: z.string(),
      status: z.enum(['approved', 'failed', 'pending']),
      rejectionMessage: z.string().optional(),
      paymentAccountId: z.string().optional(),
    })
    .meta({ id: 'PaymentDetailUpdatedEvent', description: 'A payee’s bank account was checked.' }),
  {
    event: 'payment_detail.updated',
    eventId: '01KB42A1B2C3D4E5F6G7H8J9KA',
    requestId: null,
    paymentDetailsId: '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11',
    clientUserId: 'ana@example.test',
    status: 'approved',
    timestamp: '2026-11-01T12:00:40.000Z',
    rawPayload: { provider: 'sandbox-bank' },
  },
)
