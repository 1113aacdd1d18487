import { describeRequest } from '@secure-payment/core/ways'
import type { WholeRequest } from '../requests/requestPlan.ts'
import type { PaymentEvent } from '../webhooks/paymentEventBody.ts'
import type { DetectedPayment } from './detectedPayment.ts'
import { isAtOfframp, progressOf } from './progressOf.ts'
import { requestStatus } from './requestStatus.ts'

/** A partial payment under this fraction of what is expected is recorded, but no webhook is sent for it. */
export const DUST_DIVISOR = 10_000n

/** Requests with what they had been paid before, in settlement units, and the new payments in chain order. */
export type ApplyInput = {
  requests: ReadonlyMap<string, WholeRequest>
  before: ReadonlyMap<string, Earlier>
  payments: readonly DetectedPayment[]
}

/** The amount that a request had been paid before, and the payments that paid it. */
export type Earlier = {
  paidUnits: bigint
  isAnyLate: boolean
  payments: readonly PlacedPayment[]
}

/** A payment's worth and its place in the chain. */
export type PlacedPayment = Pick<
  DetectedPayment,
  'blockNumber' | 'blockHash' | 'logIndex' | 'requestUnits'
>

/** The requests' new rows, the events to send, in chain order, and the payments that completed money for bank accounts. */
export type Applied = {
  requests: readonly WholeRequest[]
  events: readonly PaymentEvent[]
  deposits: readonly Deposit[]
}

/** The money of a crypto-to-fiat request is complete on chain: an offramp brings it on. */
export type Deposit = { requestId: string; txHash: string }

/**
 * Decides the effect of new payments on their requests. The payment that reaches the expected amount confirms it; an
 * earlier one is partial; a later one only adds to the total, so `payment.confirmed` is sent once. For a crypto-to-fiat
 * request it only makes the deposit complete: from then on its offramp decides.
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
    const type = isToldByOfframp ? null : eventType({ wasPaid, expectedUnits, payment, state })
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
      events.push({ type, request: next, payment, totalPaidUnits: total.paidUnits, completedIn })
    }
  }
  return { requests: [...requests.values()], events, deposits }
}

/**
 * The hash of the block in which payments reach an amount, by their order in the chain, which does not depend on the
 * order in which they were found. It stands for the whole chain before it, so it changes once any of those payments was
 * mined again.
 */
function findCompletion(payments: readonly PlacedPayment[], expectedUnits: bigint): string | null {
  const ordered = payments.toSorted(
    (a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
  )
  let sum = 0n
  for (const { requestUnits, blockHash } of ordered) {
    sum += requestUnits
    if (sum >= expectedUnits) return blockHash
  }
  return null
}

function eventType(facts: {
  wasPaid: boolean
  expectedUnits: bigint
  payment: DetectedPayment
  state: { hasBeenPaid: boolean }
}): PaymentEvent['type'] | null {
  if (facts.wasPaid) return null
  if (facts.state.hasBeenPaid) return 'payment.confirmed'
  const isDust = facts.payment.requestUnits * DUST_DIVISOR < facts.expectedUnits
  return isDust ? null : 'payment.partial'
}
