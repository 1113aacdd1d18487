import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { lockRequests } from '../payments/requestRows.ts'
import { markSwept } from '../requests/countMark.ts'
import { firstIdAt } from '../requests/firstIdAt.ts'

type SweepContext = Pick<Context, 'config' | 'db' | 'now'>

/** Deletes unpaid requests and their links after the configured retention. */
export type Sweeper = {
  /** Runs one bounded piece of work; `more` is true until the pass has ended. */
  step(): Promise<{ more: boolean }>
}

/** The maximum number of requests that one step examines, so that the writer is never locked for long. */
const REQUESTS_A_STEP = 500
/** The tables whose rows belong to a secure payment, in the order of their deletion. */
const PAGE_TABLES = [
  'attempts',
  'intents',
  'access_rejections',
  'payment_screenings',
  'secure_payments',
] as const
/** The interval between two passes over all requests. */
const PASS_EVERY_MS = 6 * 3_600_000
const DAY_MS = 86_400_000

/**
 * Creates a sweeper that examines the requests in the order of their ids, which begin with the creation time. A request that
 * involves money stays. It has at least one of:
 *
 * - a payment, including a pending or an unmatched one
 * - an intent, a permit, or an attempt that sent a transaction
 * - a schedule, a recurrence, an offramp or a refund
 * - a webhook that has not been sent yet
 */
export function createSweeper(context: SweepContext): Sweeper {
  let cursor = ''
  let nextPassMs = Number.NEGATIVE_INFINITY
  return {
    async step() {
      const { keepLinksDays, keepRequestsDays } = context.config.retention
      const keptDays = [keepLinksDays, keepRequestsDays].filter((days) => days !== null)
      const nowMs = context.now().getTime()
      if (keptDays.length === 0 || (cursor === '' && nowMs < nextPassMs)) return { more: false }
      const before = firstIdAt(nowMs - Math.min(...keptDays) * DAY_MS)
      const page = await readPage(context, { after: cursor, before })
      if (page.length > 0) await sweep(context, page)
      // The pass ends at a page that is not full.
      cursor = page[REQUESTS_A_STEP - 1]?.id ?? ''
      if (cursor === '') nextPassMs = nowMs + PASS_EVERY_MS
      return { more: cursor !== '' }
    },
  }
}

type Listed = { id: string; secure_payment_token: string | null; isUnused: boolean }

async function readPage(
  { db }: SweepContext,
  { after, before }: { after: string; before: string },
): Promise<readonly Listed[]> {
  const rows = await db.kysely
    .selectFrom('requests as r')
    .select(['r.id', 'r.secure_payment_token', 'r.status'])
    .where('r.id', '>', after)
    .where('r.id', '<', before)
    .orderBy('r.id')
    .limit(REQUESTS_A_STEP)
    .execute()
  return rows.map(({ status, ...row }) => ({ ...row, isUnused: status === 'created' }))
}

async function sweep(context: SweepContext, page: readonly Listed[]): Promise<void> {
  const candidates = page.filter(({ isUnused }) => isUnused)
  if (candidates.length === 0) return
  const tokens = [...new Set(candidates.flatMap((row) => row.secure_payment_token ?? []))]
  const single = candidates.flatMap((row) => (row.secure_payment_token === null ? row.id : []))
  const { keepLinksDays } = context.config.retention
  await context.db.transaction(async (tx) => {
    const linked = await tx
      .selectFrom('requests')
      .select('id')
      .where('secure_payment_token', 'in', ['', ...tokens])
      .execute()
    // Recording a payment locks its request first, so no payment for these requests can be recorded from here on.
    const ids = [...single, ...linked.map(({ id }) => id)].sort()
    await lockRequests(tx, context.db.dialect, ids)
    const oldTokens =
      keepLinksDays === null ? [] : await findOldLinks(tx, tokens, endOf(context, keepLinksDays))
    const oldIds = await findOldRequests(tx, context, { single, tokens: oldTokens })
    if (oldIds.length === 0) return
    await removeRequests(tx, context, { ids: oldIds, tokens: oldTokens })
  })
}

function endOf({ now }: Pick<Context, 'now'>, days: number): string {
  return new Date(now().getTime() - days * DAY_MS).toISOString()
}

/**
 * Finds links that expired before a time and whose requests are all unused. A reusable link stays as long as any of its copies. A
 * report of an unconfirmed transaction prevents the deletion only of links that expired at `reportedBefore` or later; by default,
 * of every link.
 */
export async function findOldLinks(
  tx: Tx,
  tokens: readonly string[],
  before: string,
  reportedBefore = '',
): Promise<string[]> {
  if (tokens.length === 0) return []
  const rows = await tx
    .selectFrom('secure_payments as p')
    .select('p.token')
    .where('p.token', 'in', tokens)
    .where('p.expires_at', '<', before)
    .where('p.status', '!=', 'completed')
    .where(
      sql<boolean>`not exists (select 1 from secure_payments as c where c.link_token = p.token)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from intents where intents.token = p.token
        and (intents.sender is not null or p.expires_at >= ${reportedBefore}))`,
    )
    .where(sql<boolean>`not exists (select 1 from permits where permits.token = p.token)`)
    .where(
      sql<boolean>`not exists (select 1 from requests as r join signed_payments as s on s.request_id = r.id
        where r.secure_payment_token = p.token)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from attempts where attempts.token = p.token
        and (attempts.tx_hash is not null or attempts.safe_tx_hash is not null)
        and p.expires_at >= ${reportedBefore})`,
    )
    .where(sql<boolean>`not exists (select 1 from requests as r
      where r.secure_payment_token = p.token and not ${isUnused(reportedBefore)})`)
    .where(sql<boolean>`not exists (select 1 from webhook_deliveries as d
      where d.request_id = p.token and d.status = 'pending')`)
    .execute()
  return rows.map(({ token }) => token)
}

async function findOldRequests(
  tx: Tx,
  { config, now }: SweepContext,
  { single, tokens }: { single: readonly string[]; tokens: readonly string[] },
): Promise<string[]> {
  const { keepRequestsDays } = config.retention
  const before = new Date(now().getTime() - (keepRequestsDays ?? 0) * DAY_MS).toISOString()
  const rows = await tx
    .selectFrom('requests as r')
    .select('r.id')
    .where(({ and, or, eb }) =>
      or([
        eb('r.secure_payment_token', 'in', ['', ...tokens]),
        and([
          eb('r.id', 'in', keepRequestsDays === null ? [''] : ['', ...single]),
          eb('r.updated_at', '<', before),
          isUnused(''),
        ]),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns the SQL condition that a request (`r` in the statement) has no payment and no pending work. For `reportedBefore`, see
 * {@link findOldLinks}.
 */
const isUnused = (reportedBefore: string): RawBuilder<boolean> => sql<boolean>`(
  r.status = 'created' and r.has_been_paid = 0 and r.paid_units = '0' and r.tx_hash is null and r.revocations = 0
  and r.recurrence is null and r.next_recurrence_at is null and r.original_request_id is null
  and r.recurring_payment_id is null and r.offramp_provider is null and r.is_crypto_to_fiat_allowed = 0
  and not exists (select 1 from payments where payments.request_id = r.id)
  and not exists (select 1 from pending_payments where pending_payments.request_id = r.id)
  and not exists (select 1 from unmatched_payments where unmatched_payments.request_id = r.id)
  and not exists (select 1 from intents where intents.request_id = r.id
    and (intents.sender is not null or coalesce(r.expires_at, '9') >= ${reportedBefore}))
  and not exists (select 1 from offramps where offramps.request_id = r.id)
  and not exists (select 1 from refunds where refunds.refund_request_id = r.id)
  and not exists (select 1 from webhook_deliveries as d where d.request_id = r.id and d.status = 'pending'))`

/** Deletes requests and links with their events. Keeps the data that the host needs to detect a late payment. */
export async function removeRequests(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { ids, tokens }: { ids: readonly string[]; tokens: readonly string[] },
): Promise<void> {
  const at = now().toISOString()
  await tx
    .insertInto('swept_requests')
    .columns(['id', 'tenant_id', 'reference_key', 'payment_reference', 'swept_at'])
    .expression((eb) =>
      eb
        .selectFrom('requests')
        .select(['id', 'tenant_id', 'reference_key', 'payment_reference'])
        .select(sql<string>`cast(${at} as text)`.as('swept_at'))
        .where('id', 'in', ids),
    )
    .execute()
  await tx
    .insertInto('swept_options')
    .columns(['request_id', 'position', 'reference_key', 'payment_reference'])
    .expression((eb) =>
      eb
        .selectFrom('request_options')
        .select(['request_id', 'position', 'reference_key', 'payment_reference'])
        .where('request_id', 'in', ids),
    )
    .execute()
  await tx.deleteFrom('request_options').where('request_id', 'in', ids).execute()
  const subjects = [...ids, ...tokens]
  const events = tx.selectFrom('events').select('id').where('request_id', 'in', subjects)
  const deliveries = tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('event_id', 'in', events)
  await tx.deleteFrom('webhook_attempts').where('delivery_id', 'in', deliveries).execute()
  await tx.deleteFrom('webhook_deliveries').where('event_id', 'in', events).execute()
  await tx.deleteFrom('events').where('request_id', 'in', subjects).execute()
  const unlisted = await tx
    .deleteFrom('unlisted_requests')
    .where('request_id', 'in', ids)
    .returning('request_id')
    .execute()
  await tx.deleteFrom('quotes').where('request_id', 'in', ids).execute()
  await tx.deleteFrom('requests').where('id', 'in', ids).execute()
  if (tokens.length > 0) {
    for (const table of PAGE_TABLES) {
      await tx.deleteFrom(table).where('token', 'in', tokens).execute()
    }
  }
  // Counts of requests omit unlisted ones, so their deletion changes no count.
  if (unlisted.length < ids.length) await markSwept(tx, now())
}
