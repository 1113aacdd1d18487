import { getCurrency } from '@secure-payment/core/catalogue'
import { conversionDecimals } from '@secure-payment/core/conversion'
import type { Row } from '../db/schema.ts'
import { readRate, type UnitRate, worthAtRate } from './refundAmounts.ts'

type Rated = Pick<
  Row<'payments'>,
  'conversion_rate' | 'invoice_currency' | 'payment_currency' | 'credited_units' | 'request_units'
>

/**
 * Returns the worth of a part of a payment at the payment's rate. For the whole payment, returns the amount that the payment counted for.
 */
export function worthOf(payment: Rated, units: bigint): bigint | null {
  const rate = rateOf(payment)
  if (rate === null) return null
  if (units === BigInt(payment.credited_units)) return BigInt(payment.request_units)
  return worthAtRate(units, rate)
}

/** Returns a converted payment's rate; null for others. */
export function rateOf(
  payment: Pick<Rated, 'conversion_rate' | 'invoice_currency' | 'payment_currency'>,
): UnitRate | null {
  if (payment.conversion_rate === null) return null
  return readRate(payment.conversion_rate, {
    invoice: conversionDecimals(getCurrency(payment.invoice_currency).currency),
    payment: getCurrency(payment.payment_currency).currency.decimals,
  })
}
