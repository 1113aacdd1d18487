import { type RawBuilder, sql } from 'kysely'
import { REJECTION_QUIET_MS } from '../access/recordRejections.ts'
import { FIRST_INVITATION_ID } from '../auth/registration/inviteFirstMember.ts'
import { CLAIM_LEASE } from '../claims/readBlockAgain.ts'
import type { Context } from '../context.ts'

/**
 * Idempotent responses are kept this long: four days, so that a retry after a long weekend still finds its response.
 */
export const IDEMPOTENCY_TTL_MS = 96 * 3_600_000
/** Checkpoints this many blocks under a cursor are never walked back to. */
export const CHECKPOINT_BLOCKS = 100_000n
/** Reports of providers are remembered this long; an older one is superseded by later ones. */
export const REPORTS_TTL_MS = 90 * 24 * 3_600_000
/** Permits are kept this long: they are counted by the hour and for the life of a link, and their calls may be repeated. */
export const PERMITS_TTL_MS = 90 * 24 * 3_600_000
/** Invitations are kept this long after they expired. */
export const INVITATIONS_TTL_MS = 30 * 24 * 3_600_000
/** Counts of calls are kept this long: ten times their window. */
export const COUNTS_TTL_MS = 10 * 60_000
/** Leases on claims are kept this long after their end, where the host that held them died. */
export const CLAIM_LEASES_TTL_MS = 24 * 3_600_000
/** The maximum number of rows of one kind that one run deletes, so that the writer is never held for long. */
export const MAX_ROWS_A_RUN = 5_000

/**
 * Deletes rows that are no longer needed; `more`: some are left. These are:
 *
 * - old idempotency keys, and checkpoints far below their cursor
 * - expired sessions and challenges, and invitations that expired long ago
 * - leases on claims, and old provider reports and permits
 * - wallets that were refused some time ago
 * - counts of calls whose window is over
 */
export async function cleanUp(context: Pick<Context, 'db' | 'now'>): Promise<{ more: boolean }> {
  const { db } = context
  let more = false
  for (const statement of deletions(context.now())) {
    const { numAffectedRows = 0n } = await statement.execute(db.kysely)
    more ||= numAffectedRows >= BigInt(MAX_ROWS_A_RUN)
  }
  return { more }
}

function deletions(now: Date): RawBuilder<unknown>[] {
  const at = now.toISOString()
  const keptKeys = new Date(now.getTime() - IDEMPOTENCY_TTL_MS).toISOString()
  const keptCounts = new Date(now.getTime() - COUNTS_TTL_MS).toISOString()
  const keptPermits = new Date(now.getTime() - PERMITS_TTL_MS).toISOString()
  const quietSince = new Date(now.getTime() - REJECTION_QUIET_MS).toISOString()
  const keptReports = new Date(now.getTime() - REPORTS_TTL_MS).toISOString()
  const keptLeases = new Date(now.getTime() - CLAIM_LEASES_TTL_MS).toISOString()
  const keptInvitations = new Date(now.getTime() - INVITATIONS_TTL_MS).toISOString()
  return [
    sql`
      delete from provider_reports where (provider, id) in (
        select provider, id from provider_reports where created_at < ${keptReports} limit ${MAX_ROWS_A_RUN})
    `,
    sql`
      delete from idempotency_keys where (scope, key) in (
        select scope, key from idempotency_keys where created_at < ${keptKeys} limit ${MAX_ROWS_A_RUN})
    `,
    sql`
      delete from block_checkpoints where (network, block_number) in (
        select c.network, c.block_number from block_checkpoints as c
        join chain_cursors as cursor on cursor.network = c.network
        where c.block_number < cursor.block_number - ${Number(CHECKPOINT_BLOCKS)}
        limit ${MAX_ROWS_A_RUN})
    `,
    sql`
      delete from leases where name in (
        select name from leases where name like ${`${CLAIM_LEASE}%`} and expires_at <= ${keptLeases} limit ${MAX_ROWS_A_RUN})
    `,
    sql`
      delete from permits where id in (
        select id from permits where created_at < ${keptPermits} limit ${MAX_ROWS_A_RUN})
    `,
    sql`
      delete from access_rejections where (token, wallet) in (
        select token, wallet from access_rejections where rejected_at <= ${quietSince} limit ${MAX_ROWS_A_RUN})
    `,
    // The delete itself reads sessions again that a call has prolonged since.
    sql`
      delete from sessions where expires_at <= ${at} and id in (
        select id from sessions where expires_at <= ${at} limit ${MAX_ROWS_A_RUN})
    `,
    sql`
      delete from challenges where id in (
        select id from challenges where expires_at <= ${at} limit ${MAX_ROWS_A_RUN})
    `,
    // The first one stays, as the record that it existed.
    sql`
      delete from invitations where id in (
        select id from invitations where expires_at <= ${keptInvitations} and id != ${FIRST_INVITATION_ID}
        limit ${MAX_ROWS_A_RUN})
    `,
    sql`
      delete from rate_limits where updated_at < ${keptCounts} and key in (
        select key from rate_limits where updated_at < ${keptCounts} limit ${MAX_ROWS_A_RUN})
    `,
  ]
}
