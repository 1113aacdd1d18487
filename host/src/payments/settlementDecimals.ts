import { getCurrency } from '@secure-payment/core/catalogue'
import { conversionDecimals } from '@secure-payment/core/conversion'
import type { Row } from '../db/schema.ts'

/** Decimals of a request's `expected_units`, `paid_units` and `fee_units`, and of its payments' `request_units`. */
export function settlementDecimals(
  request: Pick<Row<'requests'>, 'kind' | 'invoice_currency' | 'payment_currency'>,
): number {
  if (request.kind === 'direct') return getCurrency(request.payment_currency).currency.decimals
  return conversionDecimals(getCurrency(request.invoice_currency).currency)
}
