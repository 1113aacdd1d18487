import { BaseError } from '@secure-payment/core'

/** The reasons why a merchant cannot be erased, and the remedies. */
const REASONS = {
  unknown: ['does not exist', 'Pass the id from GET /v1/tenant, or the wallet that signs in.'],
  first: [
    'is the first merchant, which the host itself needs',
    'Erase the whole database instead.',
  ],
  unconfirmed: [
    'is not erased without --force, because an erasure is permanent',
    'Export its data first, then add --force.',
  ],
} as const

/** A merchant cannot be erased or exported; nothing changed. */
export class ErasureRefusedError extends BaseError {
  readonly code = 'erasure_refused'
  readonly kind = 'internal'

  constructor(facts: { merchant: string; reason: keyof typeof REASONS }) {
    const [cause, hint] = REASONS[facts.reason]
    super(`The merchant ${JSON.stringify(facts.merchant)} ${cause}.`, { hint })
  }
}
