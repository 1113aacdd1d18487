import { describeRequest } from '@secure-payment/core/ways'
import type { Row } from '../db/schema.ts'
import { isDust } from '../refunds/refundAmounts.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import type { WebhookEvent } from '../webhooks/webhookEvent.ts'
import { isAtOfframp, progressOf } from './progressOf.ts'
import { requestStatus } from './requestStatus.ts'

/** The requests with their earlier paid amounts, in settlement units, and the new payments in chain order. */
export type ApplyInput = {
  requests: ReadonlyMap<string, WholeRequest>
  before: ReadonlyMap<string, Earlier>
  payments: readonly DetectedPayment[]
  /** The refunds that some of the requests pay, by request id. */
  refunds: ReadonlyMap<string, Row<'refunds'>>
}

/** The earlier paid amount of a request, and the earlier payments. */
export type Earlier = {
  paidUnits: bigint
  isAnyLate: boolean
  payments: readonly PlacedPayment[]
}

/** A payment's value and its position in the chain. */
export type PlacedPayment = Pick<
  DetectedPayment,
  'network' | 'blockNumber' | 'blockHash' | 'logIndex' | 'requestUnits'
>

type PaymentEvent = WebhookEvent<'payment.confirmed' | 'payment.partial' | 'refund.confirmed'>

/** The requests' new rows, the events to send, in chain order, and the payments that completed the deposits of bank payouts. */
export type Applied = {
  requests: readonly WholeRequest[]
  events: readonly PaymentEvent[]
  deposits: readonly Deposit[]
}

/** The payment that completed the deposit of a crypto-to-fiat request; the request's offramp starts with this payment. */
type Deposit = { requestId: string; txHash: string }

/**
 * Determines how new payments change their requests. The payment that reaches the expected amount confirms the request. An earlier payment
 * is partial, and a later one only increases the total, so `payment.confirmed` is sent once. For a crypto-to-fiat request, that payment
 * only completes the deposit; from then on, the offramp decides the request's status.
 *
 * The payment of a refund is not income, so it sends no payment event; `refund.confirmed` is sent once the refund is paid in full.
 */
export function applyPayments(input: ApplyInput): Applied {
  const requests = new Map<string, WholeRequest>()
  const totals = new Map<string, Pick<Earlier, 'paidUnits' | 'isAnyLate'>>(input.before)
  const byRequest = Map.groupBy(input.payments, ({ requestId }) => requestId)
  const events: PaymentEvent[] = []
  const deposits: Deposit[] = []
  for (const payment of input.payments) {
    const request = requests.get(payment.requestId) ?? input.requests.get(payment.requestId)
    if (request === undefined) throw new Error(`Request ${payment.requestId} is not locked`)
    const expectedUnits = BigInt(request.expected_units)
    const earlier = totals.get(request.id) ?? { paidUnits: 0n, isAnyLate: false }
    const total = {
      paidUnits: earlier.paidUnits + payment.requestUnits,
      isAnyLate: earlier.isAnyLate || payment.isLate,
    }
    totals.set(request.id, total)
    const state = requestStatus({ expectedUnits, ...total, hasPending: false })
    const wasPaid = earlier.paidUnits >= expectedUnits
    const isForOfframp = describeRequest(request.plan).isCryptoToFiat
    const isDeposited = isForOfframp && !wasPaid && state.hasBeenPaid
    if (isDeposited) deposits.push({ requestId: request.id, txHash: payment.txHash })
    const isToldByOfframp = isDeposited || isAtOfframp(request)
    const refund = input.refunds.get(request.id)
    const isPart = refund !== undefined && !state.hasBeenPaid
    const type =
      isToldByOfframp || isPart ? null : eventType({ wasPaid, expectedUnits, payment, state })
    const next = {
      ...request,
      paid_units: total.paidUnits.toString(),
      ...progressOf(request, state),
      paid_late: state.isPaidLate ? 1 : 0,
      tx_hash: payment.txHash,
      event_sequence: request.event_sequence + (type === null ? 0 : 1),
    }
    requests.set(request.id, next)
    if (type !== null) {
      const known = input.before.get(request.id)?.payments ?? []
      const all = [...known, ...(byRequest.get(request.id) ?? [])]
      const completedIn = type === 'payment.confirmed' ? findCompletion(all, expectedUnits) : null
      const facts = { request: next, payment, completedIn }
      if (refund !== undefined) events.push({ type: 'refund.confirmed', refund, ...facts })
      else events.push({ type, totalPaidUnits: total.paidUnits, ...facts })
    }
  }
  return { requests: [...requests.values()], events, deposits }
}

/**
 * Returns the hash of the block in which the payments reach an amount, in the order of the chain; null if they do not reach it. The order
 * in which the watcher found the payments does not matter. The hash represents the whole chain before the block, so it changes once any of
 * those payments is mined again. Payments on several networks are ordered by block number, which is the same on every host. The result then
 * has the hash of each network's last block.
 */
function findCompletion(payments: readonly PlacedPayment[], expectedUnits: bigint): string | null {
  const ordered = payments.toSorted(
    (a, b) =>
      Number(a.blockNumber - b.blockNumber) ||
      a.logIndex - b.logIndex ||
      Number(a.network > b.network) - Number(a.network < b.network),
  )
  const lastBlocks = new Map<string, string>()
  let sum = 0n
  for (const { network, requestUnits, blockHash } of ordered) {
    sum += requestUnits
    lastBlocks.set(network, blockHash)
    if (sum >= expectedUnits) {
      return [...lastBlocks.keys()]
        .sort()
        .map((id) => lastBlocks.get(id))
        .join(' ')
    }
  }
  return null
}

function eventType(facts: {
  wasPaid: boolean
  expectedUnits: bigint
  payment: DetectedPayment
  state: { hasBeenPaid: boolean }
}): 'payment.confirmed' | 'payment.partial' | null {
  if (facts.wasPaid) return null
  if (facts.state.hasBeenPaid) return 'payment.confirmed'
  // Dust is recorded without a webhook.
  return isDust(facts.payment.requestUnits, facts.expectedUnits) ? null : 'payment.partial'
}
