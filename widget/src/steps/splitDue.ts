import { feeOnTop, type PaymentParts, splitPayment } from '@secure-payment/core'
import { fiatDecimals } from '../fiatDecimals.ts'
import type { PaymentItem } from '../paymentMetadata.ts'

/**
 * Returns the payee's part of an open amount, and the fee. The payer pays the fee on top, unless the payee bears it; both parts are then the
 * open amount. The element knows the minor units of ISO 4217, so the service cannot choose the step of a rounded fee. Throws the errors of
 * core about a malformed percentage, and a RangeError if a rounded fee is in a token.
 */
export function splitDue(
  openUnits: bigint,
  { fee, symbol: currency, decimals }: Pick<PaymentItem, 'fee' | 'symbol' | 'decimals'>,
): PaymentParts {
  if (fee === null) return { amountUnits: openUnits, feeUnits: 0n }
  const { percentage, bearer, isRounded } = fee
  if (bearer) return splitPayment(openUnits, percentage)
  if (isRounded && !ISO_4217.test(currency)) throw new RangeError(`${currency} has no minor unit.`)
  const places = isRounded ? fiatDecimals(currency) : decimals
  const stepUnits = 10n ** BigInt(decimals - places)
  return { amountUnits: openUnits, feeUnits: feeOnTop(openUnits, percentage, stepUnits) }
}

const ISO_4217 = /^[A-Z]{3}$/
