import type { ReportingCurrency } from '@secure-payment/core/api'
import { z } from 'zod'

/** Worths of a payment as decimal text, by currency; currencies without a known worth are absent. */
export type FiatWorths = Readonly<Partial<Record<ReportingCurrency, string>>>

const storedWorths = z.record(z.string(), z.string())

/** Writes worths as the column `payments.fiat_worths`; null if none is known. */
export function formatFiatWorths(worths: FiatWorths): string | null {
  return Object.keys(worths).length === 0 ? null : JSON.stringify(worths)
}

/** Reads the column `payments.fiat_worths`: the worths in currencies other than the dollar. */
export function parseFiatWorths(json: string | null): FiatWorths {
  return json === null ? {} : storedWorths.parse(JSON.parse(json))
}
