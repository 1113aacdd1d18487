import { encodeTriggerPayment } from '@secure-payment/core/recurring'
import type { Hex } from 'viem'
import type { Row } from '../db/schema.ts'
import { permitOf } from './permitOf.ts'

/** Encodes the call that makes one payment in a recurring payout, with the reference of that payment's request. */
export function triggerData(
  schedule: Row<'recurring_payments'>,
  { index, paymentReference }: { index: number; paymentReference: string },
): Hex {
  if (schedule.permit_signature === null) {
    throw new TypeError(`Recurring payout ${schedule.id} has no signature`)
  }
  return encodeTriggerPayment({
    permit: permitOf(schedule),
    signature: asHex(schedule.permit_signature),
    index,
    paymentReference: asHex(paymentReference),
  })
}

function asHex(text: string): Hex {
  return `0x${text.slice(2)}`
}
