import { type ApplyContext, applyReport } from './applyReport.ts'
import type { Offramp, Report, Subject } from './offramp.ts'

/** The maximum number of reports applied per read; the next read applies the others. */
const MAX_REPORTS = 200

/**
 * Reads a subject's reports from the provider, and applies the new ones, oldest first. Returns whether anything changed.
 *
 * @throws OfframpUnavailableError, OfframpRefusedError
 */
export async function applyReports(
  context: ApplyContext & { offramp: Pick<Offramp, 'id' | 'read'> },
  subject: Subject,
): Promise<boolean> {
  const reports = await context.offramp.read(subject)
  const about = reports.filter(({ providerId }) => providerId === subject.providerId)
  const ordered = about.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime())
  const fresh = await dropKnown(context, ordered)
  let hasChanged = false
  for (const report of fresh.slice(0, MAX_REPORTS)) {
    if ((await applyReport(context, report)) === 'changed') hasChanged = true
  }
  return hasChanged
}

/** Removes the reports that are already stored. Most are, and they need no transaction. */
async function dropKnown(
  { db, offramp }: ApplyContext,
  reports: readonly Report[],
): Promise<readonly Report[]> {
  const known = new Set<string>()
  for (let at = 0; at < reports.length; at += MAX_REPORTS) {
    const ids = reports.slice(at, at + MAX_REPORTS).map(({ id }) => id)
    const rows = await db.kysely
      .selectFrom('provider_reports')
      .select('id')
      .where('provider', '=', offramp.id)
      .where('id', 'in', ids)
      .execute()
    for (const { id } of rows) known.add(id)
  }
  return reports.filter(({ id }) => !known.has(id))
}
