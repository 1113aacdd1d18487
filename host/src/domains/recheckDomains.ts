import type { Context } from '../context.ts'
import { checkDomain } from './checkDomain.ts'

/** Domains that one run looks at, one after the other. */
const MAX_A_RUN = 20
/** A look takes at most eight seconds; a host that dies in it leaves the domain to be looked at after this. */
const CLAIM_MS = 5 * 60_000

/** Looks at verified domains whose time has come; hosts share them by moving their time ahead first. */
export async function recheckDomains(
  context: Pick<Context, 'config' | 'db' | 'now' | 'resolveTxt' | 'log' | 'signal'>,
): Promise<{ more: boolean }> {
  const { kysely } = context.db
  const now = context.now()
  const due = await kysely
    .selectFrom('merchant_domains')
    .selectAll()
    .where('next_check_at', '<=', now.toISOString())
    .orderBy('next_check_at')
    .limit(MAX_A_RUN)
    .execute()
  for (const row of due) {
    if (context.signal.aborted) return { more: false }
    const { numUpdatedRows } = await kysely
      .updateTable('merchant_domains')
      .set({ next_check_at: new Date(now.getTime() + CLAIM_MS).toISOString() })
      .where('id', '=', row.id)
      .where('next_check_at', '=', row.next_check_at)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await checkDomain(context, row)
  }
  return { more: due.length === MAX_A_RUN }
}
