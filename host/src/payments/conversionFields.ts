import { formatAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import type { Row } from '../db/schema.ts'
import type { DetectedPayment } from './detectedPayment.ts'

/** A rate in the form of the API and the webhooks; decimal text. */
export type ConversionFields = {
  /** Units of the payment currency for one of the invoice currency. */
  conversionRate: string
  /** From the sent currency to the payment currency: 1, for nothing is bridged. */
  conversionRateSource: string
  /** From the invoice currency to the payment currency. */
  conversionRateDestination: string
  /** The amount that the payer sent, and the part of it that arrived: the same, for nothing is bridged. */
  convertedAmountSource: string
  convertedAmountDestination: string
  rateProvider: string
}

/** The six fields of a payment that a rate applied to; `null` for one of a direct request. */
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

/** {@link conversionFields} of a recorded payment. */
export function rowConversionFields(
  row: Pick<
    Row<'payments'>,
    'conversion_rate' | 'rate_source' | 'credited_units' | 'payment_currency'
  >,
): ConversionFields | null {
  return conversionFields({
    conversionRate: row.conversion_rate,
    rateSource: row.rate_source,
    creditedUnits: BigInt(row.credited_units),
    paymentCurrency: row.payment_currency,
  })
}
