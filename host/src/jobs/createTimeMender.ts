import { sql } from 'kysely'
import { SLACK_MS } from '../clock/clock.ts'
import type { Context } from '../context.ts'
import { RECHECK_MS as DOMAIN_RECHECK_MS } from '../domains/checkDomain.ts'
import { MAIL_RESTS_MS } from '../mail/mailSchedule.ts'
import { MAX_DELAY_MS } from '../offramps/dueRecords.ts'
import { RECHECK_MS } from '../scheduling/checkDelay.ts'
import { DELIVERY_LEASE_MS } from '../webhooks/claim.ts'
import { DELIVERY_DEADLINE_MS } from '../webhooks/deliver.ts'
import { longestRestMs, RETRY_STEPS_MS } from '../webhooks/reschedule.ts'

type MendContext = Pick<Context, 'db' | 'now' | 'clock' | 'log'>

/** The maximum number of deliveries, in any state, that one run searches for retries that are too late. */
export const PAGE_SIZE = 5_000
/** The tables whose records are checked again, with the longest delay that each can have. */
const FURTHEST_CHECK_MS = {
  intents: RECHECK_MS,
  merchant_domains: DOMAIN_RECHECK_MS,
  ...MAX_DELAY_MS,
}

/**
 * Creates the job that corrects times that are further ahead than any delay can be. The clock that wrote such a time was ahead, or the
 * clock is now behind. The job gives a claimed delivery the time of one attempt, because its holder may still run, and makes all others due
 * now. The first run, and the first after the clock has jumped, begin a search of all deliveries for retries that are too late. The search
 * reads one page per run, because there may be many deliveries.
 */
export function createTimeMender(context: MendContext): () => Promise<{ more: boolean }> {
  let mendedJumps = -1
  /** The search in progress, and the last delivery that it has reached. */
  let search: { jumps: number; after: string } | null = null
  return async () => {
    await mendClaims(context)
    const jumps = context.clock?.jumps() ?? 0
    if (jumps === mendedJumps) return { more: false }
    if (search?.jumps !== jumps) {
      for (const table of TABLES) await mendChecks(context, table)
      await mendMails(context)
      search = { jumps, after: '' }
    }
    const last = await mendRetries(context, search.after)
    search = last === null ? null : { jumps, after: last }
    if (last === null) mendedJumps = jumps
    return { more: last !== null }
  }
}

/** The time within which a running holder records its attempt. */
export const LAST_TRY_MS = DELIVERY_DEADLINE_MS + SLACK_MS

/** Shortens claims that end later than any claim should, but leaves a running attempt enough time to end. */
async function mendClaims(context: MendContext): Promise<void> {
  const { db } = context
  const tooFar = fromNow(context, DELIVERY_LEASE_MS + SLACK_MS)
  // This check acquires no writer's lock, because usually no claim is wrong.
  const found = await db.kysely
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('status', '=', sql.lit('pending'))
    .where('lease_until', '>', tooFar)
    .limit(1)
    .execute()
  if (found.length === 0) return
  const leaseUntil = fromNow(context, LAST_TRY_MS)
  const { numUpdatedRows } = await db.kysely
    .updateTable('webhook_deliveries')
    .set({ due_at: leaseUntil, lease_until: leaseUntil })
    .where('status', '=', sql.lit('pending'))
    .where('lease_until', '>', tooFar)
    .executeTakeFirstOrThrow()
  warn(context, 'webhook_deliveries.lease_until', numUpdatedRows)
}

/** Examines one page of deliveries; returns the id of the page's last delivery, or null for the last page. */
async function mendRetries(context: MendContext, after: string): Promise<string | null> {
  const { kysely } = context.db
  const furthest = RETRY_STEPS_MS.map((_, index) => {
    const at = fromNow(context, longestRestMs(index + 1) + SLACK_MS)
    return sql`when ${sql.lit(index + 1)} then ${at}`
  })
  const isTooFar = sql<boolean>`due_at > cast(case attempt - schedule_start
    ${sql.join(furthest, sql` `)} else ${fromNow(context, SLACK_MS)} end as text)`
  const last = await kysely
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .offset(PAGE_SIZE - 1)
    .limit(1)
    .executeTakeFirst()
  const page = kysely
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('id', '>', after)
    .where('status', '=', sql.lit('pending'))
    .where('lease_until', 'is', null)
    .where(isTooFar)
  const found = await (last === undefined ? page : page.where('id', '<=', last.id)).execute()
  for (let at = 0; at < found.length; at += ROWS_A_STATEMENT) {
    const ids = found.slice(at, at + ROWS_A_STATEMENT).map(({ id }) => id)
    const { numUpdatedRows } = await kysely
      .updateTable('webhook_deliveries')
      .set({ due_at: context.now().toISOString() })
      .where('id', 'in', ids)
      .where('status', '=', sql.lit('pending'))
      .where('lease_until', 'is', null)
      .executeTakeFirstOrThrow()
    warn(context, 'webhook_deliveries.due_at', numUpdatedRows)
  }
  return last?.id ?? null
}

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

const TABLES = ['intents', 'payers', 'payment_details', 'offramps', 'merchant_domains'] as const

async function mendChecks(context: MendContext, table: (typeof TABLES)[number]): Promise<void> {
  const { numUpdatedRows } = await context.db.kysely
    .updateTable(table)
    .set({ next_check_at: context.now().toISOString() })
    .where('next_check_at', '>', fromNow(context, FURTHEST_CHECK_MS[table] + SLACK_MS))
    .executeTakeFirstOrThrow()
  warn(context, `${table}.next_check_at`, numUpdatedRows)
}

async function mendMails(context: MendContext): Promise<void> {
  const { numUpdatedRows } = await context.db.kysely
    .updateTable('mails')
    .set({ due_at: context.now().toISOString() })
    .where('status', '=', 'pending')
    .where('due_at', '>', fromNow(context, Math.max(...MAIL_RESTS_MS) + SLACK_MS))
    .executeTakeFirstOrThrow()
  warn(context, 'mails.due_at', numUpdatedRows)
}

function fromNow({ now }: Pick<Context, 'now'>, ms: number): string {
  return new Date(now().getTime() + ms).toISOString()
}

function warn({ log }: Pick<Context, 'log'>, column: string, rows: bigint): void {
  if (rows === 0n) return
  log.warn({ column, rows: Number(rows) }, 'Corrected times stored by a clock that was ahead')
}
