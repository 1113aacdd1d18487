import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Notices } from '../relayer/createNotices.ts'
import { hasGasLeft } from '../relayer/relayAllowance.ts'

const CHECK_EVERY_MS = 60_000
/** The maximum number of merchants that one notice names. */
const MAX_NAMED = 10

/**
 * Creates a check that runs at most once per minute. The check logs the names of merchants whose due payments wait until the operator
 * allows gas.
 */
export function createHeldNotice(
  context: Pick<Context, 'config' | 'db' | 'now'> & { notices: Notices },
  network: string,
): () => Promise<void> {
  let checkedAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    const now = context.now()
    if (Math.abs(now.getTime() - checkedAtMs) < CHECK_EVERY_MS) return
    checkedAtMs = now.getTime()
    const held = await context.db.kysely
      .selectFrom('recurring_payments as s')
      .select('s.tenant_id')
      .where('s.network', '=', network)
      .where('s.next_due_at', '<=', now.toISOString())
      .where('s.status', '=', 'active')
      .where(sql<boolean>`not ${hasGasLeft(context)}`)
      .distinct()
      .limit(MAX_NAMED)
      .execute()
    if (held.length === 0) {
      context.notices.end('no_allowance')
      return
    }
    context.notices.standing(
      'no_allowance',
      {
        reason: 'no_allowance',
        tenantIds: held.map((row) => row.tenant_id),
        hint: 'Allow a merchant with `npm run cli -- relay allow`, or raise PAY_RELAY_DAILY_GAS; waiting payments are sent then, or on the next day.',
      },
      'Held back recurring payments',
    )
  }
}
