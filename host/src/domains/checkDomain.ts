import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { findProof, type ProofStatus } from './findProof.ts'

type Domain = Row<'merchant_domains'>

/** The time after which a verified domain is checked again. */
export const RECHECK_MS = 6 * 3_600_000
/** The time after which a missing proof is checked again before the domain is withdrawn. */
const SECOND_CHECK_MS = 10 * 60_000
/** The time for which an unreachable domain stays verified. */
const UNREACHABLE_MS = 72 * 3_600_000

/**
 * Checks whether a domain still publishes the merchant's proof, and stores the outcome. Stores nothing if a concurrent check has changed
 * the domain's status. Returns the current row; null if the domain has been removed in the meantime.
 */
export async function checkDomain(
  context: Pick<Context, 'config' | 'db' | 'now' | 'resolveTxt' | 'log'>,
  row: Domain,
): Promise<Domain | null> {
  const status = await findProof(context, row)
  const changes = judge(row, status, context.now())
  if (row.status === 'verified' && changes.status === 'withdrawn') {
    context.log.warn({ tenantId: row.tenant_id, domain: row.domain, status }, 'Withdrew a domain')
  }
  const { kysely } = context.db
  await kysely
    .updateTable('merchant_domains')
    .set(changes)
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .execute()
  const after = await kysely
    .selectFrom('merchant_domains')
    .selectAll()
    .where('id', '=', row.id)
    .executeTakeFirst()
  return after ?? null
}

/** Returns the columns that change after a domain check. Pure. */
function judge(
  row: Pick<Domain, 'status' | 'verified_at' | 'seen_at' | 'missing_since'>,
  status: ProofStatus,
  now: Date,
): Partial<Domain> {
  const at = now.toISOString()
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString()
  if (status === 'found') {
    return {
      status: 'verified',
      problem: null,
      verified_at: row.status === 'verified' ? row.verified_at : at,
      seen_at: at,
      missing_since: null,
      checked_at: at,
      next_check_at: after(RECHECK_MS),
    }
  }
  const common = { problem: status, checked_at: at }
  if (row.status !== 'verified') return { ...common, next_check_at: null }
  const gone = { ...common, status: 'withdrawn' as const, next_check_at: null }
  if (status === 'absent') {
    const since = row.missing_since
    if (since !== null && now.getTime() - Date.parse(since) >= SECOND_CHECK_MS) return gone
    return { ...common, missing_since: since ?? at, next_check_at: after(SECOND_CHECK_MS) }
  }
  const seenMs = Date.parse(row.seen_at ?? at)
  if (now.getTime() - seenMs >= UNREACHABLE_MS) return gone
  return { ...common, next_check_at: after(RECHECK_MS / 6) }
}
