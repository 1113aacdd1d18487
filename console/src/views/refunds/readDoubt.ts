import { ApiError } from '@secure-payment/core/client'

/** The reason why the payer must name a wallet. */
export type Doubt = 'contract' | 'bridge' | 'unknown'

/** Returns the reason why a refund needs a recipient; null for any other error. */
export function readDoubt(error: unknown): Doubt | null {
  if (!(error instanceof ApiError) || error.code !== 'refund_recipient_needed') return null
  const reason: unknown = error.problem?.['reason']
  return reason === 'contract' || reason === 'bridge' ? reason : 'unknown'
}
