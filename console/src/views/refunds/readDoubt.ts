import { ApiError } from '@secure-payment/core/client'
import type { Failure } from '../../failure.ts'

const DOUBTS = ['contract', 'bridge', 'payee', 'unknown'] as const

/** The reason why the payer must name a wallet. */
export type Doubt = (typeof DOUBTS)[number]

/** Returns the reason why a refund needs a recipient; null for any other error. */
export function readDoubt(error: unknown): Doubt | null {
  if (!(error instanceof ApiError) || error.code !== 'refund_recipient_needed') return null
  const reason: unknown = error.problem?.['reason']
  return DOUBTS.find((doubt) => doubt === reason) ?? 'unknown'
}

/** Returns the failure to show at the field of the recipient. The note states a doubt in the merchant's words, so the service's sentence is left out. */
export function readRecipientFailure(failure: Failure | null): Failure | null {
  return failure?.code === 'refund_recipient_needed' ? null : failure
}
