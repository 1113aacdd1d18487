import { formatAmount } from '@secure-payment/core'
import { findCurrency } from '@secure-payment/core/catalogue'
import { conversionDecimals } from '@secure-payment/core/conversion'
import type { Row } from '../db/schema.ts'

/** The columns of a payment that determine its amounts. */
type Amounts = Pick<
  Row<'payments'>,
  'invoice_currency' | 'payment_currency' | 'request_units' | 'credited_units'
>

/**
 * Returns the amounts that find a payment, in the format of `formatAmount`. A payment is found by the amount in the currency of the price
 * and, if it is converted, by the tokens that arrived. Entries are stored under these strings, so the derivation never changes.
 */
export function amountsOf(payment: Amounts): readonly string[] {
  const { invoice_currency, payment_currency, request_units, credited_units } = payment
  const paid = findCurrency(payment_currency)
  if (invoice_currency === payment_currency) {
    return paid === undefined ? [] : [formatUnits(request_units, paid.currency.decimals)]
  }
  const invoiced = findCurrency(invoice_currency)
  return [
    ...(invoiced === undefined
      ? []
      : [formatUnits(request_units, conversionDecimals(invoiced.currency))]),
    ...(paid === undefined ? [] : [formatUnits(credited_units, paid.currency.decimals)]),
  ]
}

function formatUnits(units: string, decimals: number): string {
  return formatAmount(BigInt(units), decimals)
}
