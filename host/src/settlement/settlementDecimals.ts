import { getCurrency } from '@secure-payment/core/catalogue'
import { conversionDecimals } from '@secure-payment/core/conversion'
import { describeRequest } from '@secure-payment/core/ways'
import type { Row } from '../db/schema.ts'
import type { Planned } from '../requests/requestPlan.ts'

/** Returns the decimals of a request's `expected_units`, `paid_units` and `fee_units`, and of its payments' `request_units`. */
export function settlementDecimals({
  plan,
  invoice_currency,
  payment_currency,
}: Planned<Pick<Row<'requests'>, 'invoice_currency' | 'payment_currency'>>): number {
  const { settlesIn } = describeRequest(plan)
  switch (settlesIn) {
    case 'payment_currency':
      return getCurrency(payment_currency).currency.decimals
    case 'invoice_currency':
      return conversionDecimals(getCurrency(invoice_currency).currency)
    default:
      return settlesIn satisfies never
  }
}
