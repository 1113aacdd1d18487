import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { among } from '../search/among.ts'

/** A stored quote. Its price, times and amounts never change. */
export type Quote = Row<'quotes'>

/** A database, or a transaction on one. */
type Readable = {
  kysely: Pick<Context['db']['kysely'], 'selectFrom'>
  dialect: Context['db']['dialect']
}

/** The maximum number of ids per statement, below both engines' parameter limits. */
const IDS_A_STATEMENT = 5_000

/** Reads the quotes of requests that expire at a time or later, by request id, newest first. */
export async function readQuotes(
  { db }: { db: Readable },
  requestIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, readonly Quote[]>> {
  const ids = [...new Set(requestIds)]
  const quotes: Quote[] = []
  for (let at = 0; at < ids.length; at += IDS_A_STATEMENT) {
    const rows = await db.kysely
      .selectFrom('quotes')
      .selectAll()
      .where(among(db.dialect, 'request_id', ids.slice(at, at + IDS_A_STATEMENT)))
      .where('expires_at', '>=', since.toISOString())
      .execute()
    quotes.push(...rows)
  }
  return Map.groupBy(quotes.toSorted(byAge), ({ request_id }) => request_id)
}

/** The amount in settlement units that a quote must cover, and the current time. */
type Wanted = { invoiceUnits: bigint; paymentCurrency: string; now: Date }

/** Returns the newest quote that a page may still offer for an amount; null if there is none. `quotes` are one request's, newest first. */
export function currentQuote(quotes: readonly Quote[], wanted: Wanted): Quote | null {
  return heldQuotes(quotes, wanted)[0] ?? null
}

/** Returns the quotes for an amount that have not expired, or that expired less than `graceMs` ago. */
export function heldQuotes(
  quotes: readonly Quote[],
  { invoiceUnits, paymentCurrency, now }: Wanted,
  graceMs = 0,
): readonly Quote[] {
  const expiredAt = new Date(now.getTime() - graceMs).toISOString()
  return quotes.filter(
    (quote) =>
      quote.expires_at > expiredAt &&
      quote.payment_currency === paymentCurrency &&
      quote.invoice_units === String(invoiceUnits),
  )
}

function byAge(a: Quote, b: Quote): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1
  return a.id < b.id ? 1 : -1
}
