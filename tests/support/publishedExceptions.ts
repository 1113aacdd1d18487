/** Intended differences from Request Network's document, each with its reason. */
type PublishedException = {
  reason: string
  /** The differences, as `findDifferences` writes them. */
  lines: readonly string[]
}

/**
 * The only differences from Request Network's schemas that responses may have. A response with another difference fails its test. A full
 * run fails if no response has one of the listed differences, so that this list cannot outlive its reasons.
 */
export const publishedExceptions: readonly PublishedException[] = [
  {
    reason: 'In `conversionBreakdown`, an unknown value in dollars or an unknown rate is null.',
    lines: [
      'GET /v2/request/{requestId} 200: /conversionBreakdown/paidAmountInUsd type',
      'GET /v2/request/{requestId} 200: /conversionBreakdown/payments/n/amountInUsd type',
      'GET /v2/request/{requestId} 200: /conversionBreakdown/payments/n/conversionRate type',
      'GET /v2/request/{requestId} 200: /conversionBreakdown/remainingAmountInUsd type',
    ],
  },
  {
    reason:
      'The `rateProvider` and the `rateSource` of a payment that counts at a quoted price are `quote`.',
    lines: [
      'GET /v2/payments 200: /payments/n/rateProvider enum',
      'GET /v2/request/{requestId} 200: /conversionBreakdown/payments/n/rateSource enum',
      'GET /v2/request/{requestId} 200: /rateSource enum',
    ],
  },
  {
    reason:
      'A payment from another chain returns transactions, not an intent to sign, as Request Network’s service has done since March 2026. Their values are hex strings, and the gas on the source chain is not compared.',
    lines: [
      'GET /v2/request/{requestId}/pay 200: /metadata/hasEnoughGas required',
      'GET /v2/request/{requestId}/pay 200: /transactions/n/value type',
    ],
  },
  {
    reason: 'Without an approval, `approvalTransactionIndex` is null in all calldata.',
    lines: ['GET /v2/secure-payments/{token}/pay 200: /metadata/approvalTransactionIndex type'],
  },
  {
    reason:
      '`POST /v2/payouts/batch` returns `batchPaymentTransaction`, as in the examples of Request Network’s document, and further members.',
    lines: [
      'POST /v2/payouts/batch 201: /batchPaymentTransaction additionalProperties',
      'POST /v2/payouts/batch 201: /metadata additionalProperties',
      'POST /v2/payouts/batch 201: /platformFee additionalProperties',
      'POST /v2/payouts/batch 201: /protocolFee additionalProperties',
      'POST /v2/payouts/batch 201: /requestIds additionalProperties',
    ],
  },
  {
    reason:
      'A payout above a merchant’s approval limit waits for a member, and returns 202. Merchants opt in.',
    lines: ['POST /v2/payouts 202: status', 'POST /v2/payouts/batch 202: status'],
  },
  {
    reason:
      'Payouts in several currencies have no sum: the `amountSummary` of a multicall payout is then null.',
    lines: ['GET /v2/secure-payments/multicall-payouts/{token} 200: /totals/amountSummary type'],
  },
]
