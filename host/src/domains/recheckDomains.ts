import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { checkDomain } from './checkDomain.ts'

/** The maximum number of domains that one run checks. */
const MAX_A_RUN = 20
/** The maximum number of concurrent checks, so that an unresponsive domain delays the others only slightly. */
const AT_A_TIME = 4
/** A lookup lasts at most eight seconds; if a host is killed during it, the domain is checked after this time. */
const CLAIM_MS = 5 * 60_000

type RecheckContext = Pick<Context, 'config' | 'db' | 'now' | 'resolveTxt' | 'log' | 'signal'>

/**
 * Checks the verified domains that are due, one domain per merchant in rotation. A host first postpones a domain's next check, so that no
 * other host begins it.
 */
export async function recheckDomains(context: RecheckContext): Promise<{ more: boolean }> {
  const due = await findDue(context)
  const waiting = [...due]
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        if (context.signal.aborted) return
        await claimAndCheck(context, row)
      }
    }),
  )
  return { more: due.length === MAX_A_RUN && !context.signal.aborted }
}

type Domain = Row<'merchant_domains'>

/** Checks one domain per merchant before the second domain of any merchant, beginning with the merchant who has waited longest. */
async function findDue({ db, now }: RecheckContext): Promise<readonly Domain[]> {
  const dueAt = now().toISOString()
  return db.kysely
    .selectFrom('merchant_domains as domain')
    .selectAll('domain')
    .where('next_check_at', '<=', dueAt)
    .orderBy(
      sql`row_number() over (partition by domain.tenant_id order by domain.next_check_at, domain.id)`,
    )
    .orderBy(
      sql`(select coalesce(max(own.checked_at), '') from merchant_domains as own where own.tenant_id = domain.tenant_id)`,
    )
    .orderBy('next_check_at')
    .limit(MAX_A_RUN)
    .execute()
}

async function claimAndCheck(context: RecheckContext, row: Domain): Promise<void> {
  const { numUpdatedRows } = await context.db.kysely
    .updateTable('merchant_domains')
    .set({ next_check_at: new Date(context.now().getTime() + CLAIM_MS).toISOString() })
    .where('id', '=', row.id)
    .where('next_check_at', '=', row.next_check_at)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await checkDomain(context, row)
}
