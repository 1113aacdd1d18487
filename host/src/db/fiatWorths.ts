import type { ReportingCurrency } from '@secure-payment/core/api'
import { z } from 'zod'

/** A payment's worth by currency, as decimal text; a currency in which the worth is unknown is absent. */
export type FiatWorths = Readonly<Partial<Record<ReportingCurrency, string>>>

const storedWorths = z.record(z.string(), z.string())

/** Writes the column `payments.fiat_worths`; null if no worth is known. */
export function formatFiatWorths(worths: FiatWorths): string | null {
  return Object.keys(worths).length === 0 ? null : JSON.stringify(worths)
}

/** Reads the column `payments.fiat_worths`: the worth in each currency other than the dollar. */
export function parseFiatWorths(json: string | null): FiatWorths {
  return json === null ? {} : storedWorths.parse(JSON.parse(json))
}
