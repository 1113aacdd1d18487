import type { ReportingCurrency } from '@secure-payment/core/api'
import { parseFiatWorths } from '../../db/fiatWorths.ts'
import type { Row } from '../../db/schema.ts'

/** The worth of a payment at the time of the payment, in US dollars and in the reporting currency; null if unknown. */
export type WorthFacts = {
  amountInUsd: string | null
  reportingCurrency: ReportingCurrency
  amountInReportingCurrency: string | null
}

/** Describes a payment's worth for a reader with this reporting currency. */
export function describeWorth(
  { amount_in_usd, fiat_worths }: Pick<Row<'payments'>, 'amount_in_usd' | 'fiat_worths'>,
  currency: ReportingCurrency,
): WorthFacts {
  return {
    amountInUsd: amount_in_usd,
    reportingCurrency: currency,
    amountInReportingCurrency:
      currency === 'USD' ? amount_in_usd : (parseFiatWorths(fiat_worths)[currency] ?? null),
  }
}
