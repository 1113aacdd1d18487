import { BaseError, isUlid } from '@secure-payment/core'
import type { LostPayment } from './readLostPayments.ts'

/** A payment, and the request that can count it. */
export type ClaimPair = { paymentId: string; requestId: string }

/** Returns the payments with exactly one matching request that matches no other payment. */
export function findUniquePairs(lost: readonly LostPayment[]): readonly ClaimPair[] {
  const payments = Map.groupBy(
    lost.flatMap(({ id, requestIds }) => requestIds.map((requestId) => ({ id, requestId }))),
    ({ requestId }) => requestId,
  )
  return lost.flatMap(({ id, requestIds: [requestId, ...others] }) =>
    requestId !== undefined && others.length === 0 && payments.get(requestId)?.length === 1
      ? [{ paymentId: id, requestId }]
      : [],
  )
}

/**
 * Reads the lines of a file with claims: each has the ids of a payment and a request. Empty lines are skipped.
 * @throws ClaimFileError
 */
export function parsePairs(text: string): readonly ClaimPair[] {
  return text.split('\n').flatMap((line, index) => {
    const words = line.trim().split(/\s+/)
    const [paymentId = '', requestId = '', ...others] = words
    if (paymentId === '') return []
    if (isUlid(paymentId) && requestId !== '' && others.length === 0)
      return [{ paymentId, requestId }]
    throw new ClaimFileError({ line: index + 1 })
  })
}

/** A file with claims cannot be read; no payment was counted. */
class ClaimFileError extends BaseError {
  readonly code = 'claim_file_refused'
  readonly kind = 'invalid'

  constructor(facts: { line: number }) {
    super(`Line ${facts.line} does not have the ids of one payment and one request.`, {
      hint: 'Separate the ids with a space. No payment was counted.',
    })
  }
}
