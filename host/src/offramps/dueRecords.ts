import type { Context } from '../context.ts'

/** Tables of the records that are checked at the provider, each with the columns `next_check_at` and `updated_at`. */
export type DueTable = 'payers' | 'payment_details' | 'offramps'

type DueContext = Pick<Context, 'db' | 'now'>

/** Returns the ids of records that are due, longest due first. */
export async function selectDue(
  { db, now }: DueContext,
  table: DueTable,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.kysely
    .selectFrom(table)
    .select('id')
    .where('next_check_at', '<=', now().toISOString())
    .orderBy('next_check_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Sets the time of a record's next check: the longer the record has been unchanged, the later the check. */
export async function putOff(context: DueContext, table: DueTable, id: string): Promise<void> {
  const row = await context.db.kysely
    .selectFrom(table)
    .select('updated_at')
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return
  await setNextCheck(context, table, { id, at: nextCheckAt(table, context.now(), row.updated_at) })
}

/** Sets the time of a record's next check, ISO 8601; null for never. */
export async function setNextCheck(
  { db }: Pick<Context, 'db'>,
  table: DueTable,
  { id, at }: { id: string; at: string | null },
): Promise<void> {
  await db.kysely.updateTable(table).set({ next_check_at: at }).where('id', '=', id).execute()
}

const MIN_DELAY_MS = 1_000
/**
 * Money in transit is checked at least every five minutes. People need days to act, and a payer who never returns must cause few checks.
 */
export const MAX_DELAY_MS: { readonly [Table in DueTable]: number } = {
  offramps: 5 * 60_000,
  payment_details: 6 * 3_600_000,
  payers: 6 * 3_600_000,
}
/**
 * The interval is an eighth of the time since the last change. The delay until a change is found is therefore at most an eighth of that
 * time.
 */
const AGE_DIVISOR = 8

/** Returns the time of the next check for a record that has not changed since `since`, both ISO 8601. */
export function nextCheckAt(table: DueTable, now: Date, since: string): string {
  const ageMs = now.getTime() - Date.parse(since)
  const delayMs = Math.min(
    Math.max(Math.round(ageMs / AGE_DIVISOR), MIN_DELAY_MS),
    MAX_DELAY_MS[table],
  )
  return new Date(now.getTime() + delayMs).toISOString()
}

/** The time, in milliseconds, after which the host gives up on a record that the provider has not accepted. */
const PATIENCE_MS = 7 * 24 * 3_600_000

/** Returns whether the host gives up on a record (stored or changed at `since`, ISO 8601) that the provider has not accepted. */
export function isOutOfPatience(now: Date, since: string): boolean {
  return now.getTime() - Date.parse(since) >= PATIENCE_MS
}
