import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Offramp, Report } from './offramp.ts'

/** Stores a report; false if it was already stored. The caller must have locked the record that the report is about. */
export async function rememberReport(
  tx: Tx,
  context: Pick<Context, 'now'> & { offramp: Pick<Offramp, 'id'> },
  { id }: Pick<Report, 'id'>,
): Promise<boolean> {
  const created_at = context.now().toISOString()
  const stored = await tx
    .insertInto('provider_reports')
    .values({ provider: context.offramp.id, id, created_at })
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

/**
 * Returns whether a report is older than the last report that counted (ISO 8601; null if none has counted).
 */
export function isLate({ occurredAt }: Pick<Report, 'occurredAt'>, lastAt: string | null): boolean {
  return lastAt !== null && occurredAt.getTime() < Date.parse(lastAt)
}

/**
 * Returns whether a report is newer than the last report that counted (ISO 8601; null if none has counted).
 */
export function isAhead(
  { occurredAt }: Pick<Report, 'occurredAt'>,
  lastAt: string | null,
): boolean {
  return lastAt === null || occurredAt.getTime() > Date.parse(lastAt)
}
