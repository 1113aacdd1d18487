import { getCurrency } from '@secure-payment/core/catalogue'
import { formatRate } from '@secure-payment/core/conversion'
import type { MatchedRequest } from '../settlement/detectedPayment.ts'
import { settlementDecimals } from '../settlement/settlementDecimals.ts'

/**
 * Formats the rate of a request's conversion as decimal text, in units of the payment currency per unit of the invoice currency. `rate` is
 * in core's scale: base units per 10^18 settlement units.
 */
export function rateText(request: RatedRequest, rate: bigint): string {
  const { decimals } = getCurrency(request.payment_currency).currency
  return formatRate(rate, settlementDecimals(request), decimals)
}

type RatedRequest = Pick<MatchedRequest, 'plan' | 'invoice_currency' | 'payment_currency'>
