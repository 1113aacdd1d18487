import { formatAmount, parseAmount } from '@secure-payment/core'
import { FIAT_DECIMALS } from '../../amounts/subtractWorths.ts'
import type { ReceivedPayment } from '../../api.ts'

type Worth = Pick<ReceivedPayment, 'reportingCurrency' | 'amountInReportingCurrency'>

/** The exact sum of the known values of payments, and the number of payments without one. */
export type WorthSum = {
  readonly worth: string
  readonly currency: string
  readonly unknownCount: number
}

/**
 * Adds up the values of payments in the reporting currency. Returns null without a known value, or with two currencies,
 * because the merchant may change the reporting currency between two pages.
 */
export function sumWorths(payments: readonly Worth[]): WorthSum | null {
  const [currency, ...others] = new Set(payments.map((payment) => payment.reportingCurrency))
  const known = payments.flatMap(({ amountInReportingCurrency: worth }) =>
    worth === null ? [] : [parseAmount(worth, FIAT_DECIMALS, { allowZero: true })],
  )
  if (currency === undefined || others.length > 0 || known.length === 0) return null
  const units = known.reduce((sum, each) => sum + each, 0n)
  return {
    worth: formatAmount(units, FIAT_DECIMALS),
    currency,
    unknownCount: payments.length - known.length,
  }
}
