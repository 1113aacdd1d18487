import { formatAmount } from '@secure-payment/core'
import type { RefundRecord, RequestDetail } from '../../api.ts'

type Payment = RequestDetail['payments'][number]

/** The amount of a payment that is left to refund, as decimal text. */
export type Rest = {
  /** In the tokens that arrived. */
  readonly amount: string
  /** In the currency of the price, at the payment's rate; null if the payment was not converted. */
  readonly worth: string | null
}

/** More decimals than any currency has. */
export const PLACES = 77

/** Returns the amount of a payment that is left to refund; null if it cannot be refunded or nothing is left. The service decides. */
export function readRest(payment: Payment, refunds: readonly RefundRecord[]): Rest | null {
  const { id, receivedAmount, amount, conversionRateDestination: rate } = payment
  if (receivedAmount === null) return null
  const own = refunds.filter(({ paymentId }) => paymentId === id)
  const units = subtract(receivedAmount, own.map(countedAmount))
  if (units <= 0n) return null
  const isWhole = units === toUnits(receivedAmount)
  const worths = own.flatMap((refund) =>
    refund.status === 'cancelled' ? [] : (refund.amountInInvoiceCurrency ?? []),
  )
  const worth = isWhole ? toUnits(amount) : subtract(amount, worths)
  return {
    amount: formatAmount(units, PLACES),
    worth: rate === null || worth <= 0n ? null : formatAmount(worth, PLACES),
  }
}

/** Returns the received amount less its refunds, as decimal text; null if the refunds exceed it, as after a reorganisation. */
export function readKept({
  receivedAmount,
  refundedAmount,
}: {
  readonly receivedAmount: string
  readonly refundedAmount: string
}): string | null {
  const units = subtract(receivedAmount, [refundedAmount])
  return units < 0n ? null : formatAmount(units, PLACES)
}

/** Returns the larger of a refund's amount and the amount paid; for a cancelled refund, returns the amount paid. */
function countedAmount({ status, amount, amountPaid }: RefundRecord): string {
  return status === 'cancelled' || toUnits(amountPaid) > toUnits(amount) ? amountPaid : amount
}

function subtract(amount: string, parts: readonly string[]): bigint {
  return parts.reduce((left, part) => left - toUnits(part), toUnits(amount))
}

/** Returns an amount in base units with {@link PLACES} decimals. */
export function toUnits(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(`${whole}${fraction.padEnd(PLACES, '0')}`)
}
