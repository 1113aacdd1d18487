import type { Arrival } from '../../server/inspector.ts'
import { readPayload } from '../webhooks/readPayload.ts'

/** A step of the transfer to the bank, from a webhook. */
export type OfframpStep = {
  readonly sequence: number
  readonly label: string
  readonly tone: 'good' | 'bad' | 'warn' | 'plain'
  readonly reason: string | null
  readonly at: string
  readonly isFinal: boolean
}

const SUB_STATUSES: Readonly<Record<string, string>> = {
  initiated: 'The provider has the payment',
  pending_internal_assessment: 'The provider is assessing it',
  ongoing_checks: 'The provider is checking it',
  sending_fiat: 'Being sent to the bank',
  fiat_sent: 'Sent to the bank',
  bounced: 'Sent back by the bank',
  retry_required: 'To be sent again',
}

/** Reads the steps of a request's payment, oldest first, from its webhooks with valid signatures. */
export function readOfframpSteps(
  arrivals: readonly Arrival[],
  requestId: string,
): readonly OfframpStep[] {
  return arrivals
    .filter(({ isVerified }) => isVerified)
    .map((arrival) => ({ arrival, payload: readPayload(arrival) }))
    .filter(({ payload }) => payload['requestId'] === requestId)
    .sort((a, b) => Number(a.payload['sequence']) - Number(b.payload['sequence']))
    .flatMap(({ arrival, payload }) => readStep(arrival, payload))
}

function readStep(
  { sequence, receivedAt }: Arrival,
  payload: Readonly<Record<string, unknown>>,
): OfframpStep[] {
  const subStatus = String(payload['subStatus'] ?? '')
  const common = { sequence, at: receivedAt, reason: null, isFinal: false }
  switch (payload['event']) {
    case 'payment.partial':
      return [{ ...common, label: 'Partially paid', tone: 'plain' }]
    case 'payment.processing': {
      const isTrouble = subStatus === 'bounced' || subStatus === 'retry_required'
      const label = SUB_STATUSES[subStatus] ?? subStatus
      return [{ ...common, label, tone: isTrouble ? 'warn' : 'plain' }]
    }
    case 'payment.confirmed':
      return [{ ...common, label: 'Arrived in the bank account', tone: 'good', isFinal: true }]
    case 'payment.failed': {
      const { failureReason } = payload
      const reason = typeof failureReason === 'string' ? failureReason : null
      const label =
        subStatus === 'bounced' ? 'Returned by the bank permanently' : 'The payout failed'
      return [{ ...common, label, tone: 'bad', reason, isFinal: true }]
    }
    default:
      return []
  }
}
