import { formatAmount } from '@secure-payment/core'
import type { NewNotice, NoticeFacts } from '../notices/addNotices.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { settlementDecimals } from '../settlement/settlementDecimals.ts'
import type { WebhookEvent } from './webhookEvent.ts'

/** An excess smaller than this part of the amount is dust and causes no e-mail, because anyone can pay that little. */
const DUST_DIVISOR = 10_000n

/** Returns the notices about a new event, whose row has this id. */
export function noticeEvents(eventId: string, event: WebhookEvent): readonly NewNotice[] {
  if (!('request' in event)) return []
  const { request } = event
  const notice = (
    kind: NewNotice['kind'],
    reason: PaymentReason,
    excess: { excessAmount?: string } = {},
  ): NewNotice => ({
    tenantId: request.tenant_id,
    kind,
    cause: `${reason} ${eventId}`,
    eventId,
    facts: { reason, requestId: request.id, ...excess },
  })
  switch (event.type) {
    case 'payment.confirmed':
    case 'payment.partial': {
      const excess = event.totalPaidUnits - BigInt(request.expected_units)
      const problem = event.payment.isLate
        ? ('late' as const)
        : isNotable(excess, request)
          ? ('over' as const)
          : null
      return [
        ...(event.type === 'payment.confirmed' ? [notice('payment_received', 'paid')] : []),
        ...(problem === null
          ? []
          : [notice('payment_problem', problem, excessOf(request, event.totalPaidUnits))]),
      ]
    }
    case 'payment.failed':
      // After a reorganisation, the withdrawal of the earlier notices informs the members.
      if ('failureReason' in event && event.failureReason === 'reorganised') return []
      return [notice('payment_problem', 'failed')]
    case 'payment.unmatched':
      return [notice('payment_problem', 'unmatched')]
    default:
      return []
  }
}

type PaymentReason = Extract<NoticeFacts, { requestId: string }>['reason']

/** Returns the amount by which payments exceed a request, as a fact of its notices; empty without an excess. */
export function excessOf(request: WholeRequest, paidUnits: bigint): { excessAmount?: string } {
  const units = paidUnits - BigInt(request.expected_units)
  return units > 0n ? { excessAmount: formatAmount(units, settlementDecimals(request)) } : {}
}

/** Returns whether an amount in settlement units is more than dust. */
export function isNotable(units: bigint, { expected_units }: { expected_units: string }): boolean {
  return units > 0n && units * DUST_DIVISOR >= BigInt(expected_units)
}
