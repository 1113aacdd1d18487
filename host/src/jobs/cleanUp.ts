import { type RawBuilder, sql } from 'kysely'
import { FIRST_INVITATION_ID } from '../auth/registration/inviteFirstMember.ts'
import { CLAIM_LEASE } from '../claims/readBlockAgain.ts'
import type { Context } from '../context.ts'
import { REJECTION_QUIET_MS } from '../paying/recordRejections.ts'

/** The watcher never returns to a checkpoint more than this many blocks below its cursor. */
export const CHECKPOINT_BLOCKS = 100_000n
/** The time for which provider reports are kept; later reports supersede them. */
export const REPORTS_TTL_MS = 90 * 24 * 3_600_000
/** The time for which permits are kept: limits count them per hour and per link, and their calls may be repeated. */
const PERMITS_TTL_MS = 90 * 24 * 3_600_000
/** The time for which quotes are kept after their expiry: a host that was down, or a rescan, may find their payments late. */
export const QUOTES_TTL_MS = 90 * 24 * 3_600_000
/** The time for which each payout's value is kept: an approval limit counts the payouts of the last day. */
const WORTHS_TTL_MS = 48 * 3_600_000
/** The time for which e-mail links are kept after their expiry: limits count those of the last day. */
const CODES_TTL_MS = 24 * 3_600_000
/** The time for which requests for password resets are kept if no worker sends e-mail. */
const RESETS_TTL_MS = 3_600_000
/** The time for which counts of calls are kept: ten times their window. */
export const COUNTS_TTL_MS = 10 * 60_000
/** The time for which leases on claims are kept after their end; only a killed host leaves such a lease. */
export const CLAIM_LEASES_TTL_MS = 24 * 3_600_000
/** The maximum number of rows of one kind that one run deletes, so that the writer is never locked for long. */
export const MAX_ROWS_A_RUN = 5_000
const DAY_MS = 24 * 3_600_000
const DELETED_TABLE = /delete from "?(\w+)/

/**
 * Deletes rows that are no longer needed; `more` is true if some are left. The rows are:
 *
 * - old idempotency keys, and checkpoints far below their cursor
 * - expired sessions, challenges, used nonces and sign-ins without their second factor, and invitations that expired long ago
 * - leases on claims, and old provider reports, permits and quotes
 * - wallets that were rejected some time ago, and expired decisions of the screening provider
 * - counts of calls whose window has ended, and old entries of the audit log
 * - the worth of each payout that an approval limit no longer counts
 * - e-mails that ended long ago, their notices and links, and password resets that no worker has processed
 */
export async function cleanUp(
  context: Pick<Context, 'config' | 'db' | 'metrics' | 'now'>,
): Promise<{ more: boolean }> {
  const { config, db, metrics } = context
  let more = false
  for (const statement of deletions(context.now(), config.retention)) {
    const query = statement.compile(db.kysely)
    const { numAffectedRows = 0n } = await db.kysely.executeQuery(query)
    const table = DELETED_TABLE.exec(query.sql)?.[1]
    if (table !== undefined) metrics?.rowsDeleted(table, Number(numAffectedRows))
    more ||= numAffectedRows >= BigInt(MAX_ROWS_A_RUN)
  }
  return { more }
}

type Retention = Context['config']['retention']

function deletions(now: Date, retention: Retention): RawBuilder<unknown>[] {
  const at = now.toISOString()
  /** With null, no time is before the result. */
  const keptFor = (days: number | null) => (days === null ? '' : before(days * DAY_MS))
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return [
    older({ table: 'audit_log', key: 'id', age: 'created_at' }, keptFor(retention.keepAuditDays)),
    older({ table: 'payout_worths', key: 'id', age: 'created_at' }, before(WORTHS_TTL_MS)),
    older({ table: 'notices', key: 'id', age: 'created_at' }, keptFor(retention.keepMailsDays)),
    older({ table: 'mail_codes', key: 'hash', age: 'expires_at' }, before(CODES_TTL_MS)),
    older({ table: 'reset_requests', key: 'id', age: 'created_at' }, before(RESETS_TTL_MS)),
    older({ table: 'mails', key: 'id', age: 'completed_at' }, keptFor(retention.keepMailsDays)),
    sql`
      delete from provider_reports where (provider, id) in (
        select provider, id from provider_reports where created_at < ${before(REPORTS_TTL_MS)} limit ${MAX_ROWS_A_RUN})
    `,
    sql`
      delete from idempotency_keys where (scope, key) in (
        select scope, key from idempotency_keys where created_at < ${keptFor(retention.keepIdempotencyDays)} limit ${MAX_ROWS_A_RUN})
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
        select name from leases where name like ${`${CLAIM_LEASE}%`} and expires_at <= ${before(CLAIM_LEASES_TTL_MS)} limit ${MAX_ROWS_A_RUN})
    `,
    sql`
      delete from screenings where (provider, wallet) in (
        select provider, wallet from screenings where expires_at <= ${keptFor(retention.keepScreeningsDays)} limit ${MAX_ROWS_A_RUN})
    `,
    older({ table: 'quotes', key: 'id', age: 'expires_at' }, before(QUOTES_TTL_MS)),
    older({ table: 'permits', key: 'id', age: 'created_at' }, before(PERMITS_TTL_MS)),
    older({ table: 'signed_payments', key: 'id', age: 'created_at' }, before(PERMITS_TTL_MS)),
    sql`
      delete from access_rejections where (token, wallet) in (
        select token, wallet from access_rejections where rejected_at <= ${before(REJECTION_QUIET_MS)} limit ${MAX_ROWS_A_RUN})
    `,
    // The outer statement checks the time again, because a call may have extended the session after the inner one.
    sql`
      delete from sessions where expires_at <= ${at} and id in (
        select id from sessions where expires_at <= ${at} limit ${MAX_ROWS_A_RUN})
    `,
    sql`
      delete from challenges where id in (
        select id from challenges where expires_at <= ${at} limit ${MAX_ROWS_A_RUN})
    `,
    older({ table: 'used_nonces', key: 'id', age: 'expires_at' }, at),
    older({ table: 'passkey_challenges', key: 'id', age: 'expires_at' }, at),
    older({ table: 'pending_sign_ins', key: 'id', age: 'expires_at' }, at),
    // The first invitation is kept, because it proves that one was created.
    sql`
      delete from invitations where id in (
        select id from invitations where expires_at <= ${keptFor(retention.keepInvitationsDays)} and id != ${FIRST_INVITATION_ID}
        limit ${MAX_ROWS_A_RUN})
    `,
    sql`
      delete from rate_limits where updated_at < ${before(COUNTS_TTL_MS)} and key in (
        select key from rate_limits where updated_at < ${before(COUNTS_TTL_MS)} limit ${MAX_ROWS_A_RUN})
    `,
  ]
}

/** Deletes the rows of a table whose column `age` is before a time; the index of that column finds them. */
function older(
  { table, key, age }: { table: string; key: string; age: string },
  before: string,
): RawBuilder<unknown> {
  return sql`
    delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(age)} < ${before} limit ${MAX_ROWS_A_RUN})
  `
}
