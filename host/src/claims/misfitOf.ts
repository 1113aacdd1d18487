import { describeRequest } from '@secure-payment/core/ways'
import type { Row } from '../db/schema.ts'
import { payeeUnits } from '../requests/feePayments.ts'
import { plannedOf } from '../requests/plannedOf.ts'
import { parsePlan } from '../requests/requestPlan.ts'
import { UNKNOWN_REFERENCE } from '../settlement/detectedPayment.ts'

/** Returns the reason why a payment does not belong to a request, as the end of a sentence; null if it may belong. */
export function misfitOf(
  unmatched: Row<'unmatched_payments'>,
  request: Row<'requests'>,
): string | null {
  const planned = plannedOf(request)
  if (unmatched.reason !== UNKNOWN_REFERENCE) return 'it has the reference of a request'
  if (unmatched.network !== request.network) return 'it is on another network'
  if (!isSameAddress(unmatched.payee, request.payee)) return 'it went to another payee'
  if (!isSameAddress(unmatched.token_address, request.token_address)) return 'it is another token'
  if (unmatched.amount_units !== String(payeeUnits(planned))) return 'it is another amount'
  if (describeRequest(parsePlan(request)).pricing !== 'none')
    return 'the request needs a conversion'
  if (request.paid_units !== '0') return 'the request has a payment'
  if (request.is_terms === 1) return 'the request states the terms of a reusable link'
  return null
}

function isSameAddress(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other
  return one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other
}
