import { ApiError } from '@secure-payment/core/client'
import type { Failure } from '../../failure.ts'

const DOUBTS = ['contract', 'bridge', 'payee', 'unknown'] as const

/** The reason why the payer must provide a wallet. */
export type Doubt = (typeof DOUBTS)[number]

/** Returns the reason why a refund needs a recipient; null for any other error. */
export function readDoubt(error: unknown): Doubt | null {
  if (!(error instanceof ApiError) || error.code !== 'refund_recipient_needed') return null
  const reason: unknown = error.problem?.['reason']
  return DOUBTS.find((doubt) => doubt === reason) ?? 'unknown'
}

/** Returns the failure to show at the recipient's field; null if a note already explains why a recipient is needed. */
export function readRecipientFailure(failure: Failure | null): Failure | null {
  return failure?.code === 'refund_recipient_needed' ? null : failure
}
