/** An operation of Request Network that this service does not offer. `path` has its parameters in braces. */
export type AbsentOperation = {
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST'
  path: string
  /** A sentence that names the reason, or the operation to call instead. */
  reason: string
}

/**
 * The operations that clients of Request Network may call, and that this service does not offer. The path of some of them would also match
 * the path of another operation. docs/guides/compatibility.md lists them.
 */
export const absentOperations: readonly AbsentOperation[] = [
  {
    method: 'POST',
    path: '/v2/request/payment-intents/{paymentIntentId}',
    reason: 'GET /v2/request/{requestId}/pay returns transactions, and no intent to sign.',
  },
  {
    method: 'PATCH',
    path: '/v1/payee-destination/wallet-change/cancel',
    reason: 'One call with both signatures completes a change of the wallet, so none is pending.',
  },
]
