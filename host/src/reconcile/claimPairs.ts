import { BaseError, isUlid } from '@secure-payment/core'
import type { LostPayment } from './readLostPayments.ts'

/** A payment, and the request that can count it. */
export type ClaimPair = { paymentId: string; requestId: string }

/** Returns the payments with exactly one matching request that matches no other payment. */
export function findUniquePayments(lost: readonly LostPayment[]): readonly LostPayment[] {
  const matches = Map.groupBy(
    lost.flatMap(({ requests }) => requests),
    ({ id }) => id,
  )
  return lost.filter(
    ({ requests: [request, ...others] }) =>
      request !== undefined && others.length === 0 && matches.get(request.id)?.length === 1,
  )
}

/** Returns each payment with its newest matching request. */
export function pairsOf(payments: readonly LostPayment[]): readonly ClaimPair[] {
  return payments.flatMap(({ id, requests: [request] }) =>
    request === undefined ? [] : [{ paymentId: id, requestId: request.id }],
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
  readonly kind = 'internal'

  constructor(facts: { line: number }) {
    super(`Line ${facts.line} does not have the ids of one payment and one request.`, {
      hint: 'Separate the ids with a space. No payment was counted.',
    })
  }
}
