import { formatAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import type { DetectedPayment } from './detectedPayment.ts'

/** A payment's conversion in the API and the webhooks; rates and amounts are decimal text. */
export type ConversionFields = {
  /** Units of the payment currency per unit of the invoice currency. */
  conversionRate: string
  /** From the sent currency to the payment currency: 1, because a bridge carries only tokens of the same value. */
  conversionRateSource: string
  /** From the invoice currency to the payment currency. */
  conversionRateDestination: string
  /** The received amount; a bridge’s fee on top is separate. */
  convertedAmountSource: string
  convertedAmountDestination: string
  rateProvider: string
}

/** Returns a converted payment's six fields; null for a payment without a conversion. */
export function conversionFields(
  payment: Pick<
    DetectedPayment,
    'conversionRate' | 'rateSource' | 'creditedUnits' | 'paymentCurrency'
  >,
): ConversionFields | null {
  const { conversionRate, rateSource, creditedUnits, paymentCurrency } = payment
  if (conversionRate === null || rateSource === null) return null
  const { decimals } = getCurrency(paymentCurrency).currency
  const convertedAmount = formatAmount(creditedUnits, decimals)
  return {
    conversionRate,
    conversionRateSource: '1',
    conversionRateDestination: conversionRate,
    convertedAmountSource: convertedAmount,
    convertedAmountDestination: convertedAmount,
    rateProvider: rateSource,
  }
}
