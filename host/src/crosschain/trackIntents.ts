import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { createLeaseKeeper } from '../leases/leaseKeeper.ts'
import { type Holder, type Lease, StaleLeaseError } from '../leases/leases.ts'
import { withPlan } from '../requests/requestPlan.ts'
import { checkDelayMs, recheckAt } from '../scheduling/checkDelay.ts'
import { type CheckContext, checkIntent } from './checkIntent.ts'
import { endIntent } from './endIntent.ts'
import type { IntentEnd } from './intentEnd.ts'
import { type TrackedIntent, toTrackedIntent } from './trackedIntent.ts'

/** The number of intents that one run checks in parallel, each with one query to the bridge. */
const MAX_CHECKED = 10

/** Follows payments from other chains. */
export type IntentTracker = {
  /** Runs one bounded piece of work; `more` if more work is ready now. */
  step(): Promise<{ more: boolean }>
  /** Releases the lease. */
  release(): Promise<void>
}

type TrackContext = CheckContext & Pick<Context, 'random' | 'clock'>

/**
 * Creates the worker that follows intents. Only the host that holds the lease works. All state is in the database. If that host is killed,
 * its intents stay due, and the next host queries the bridge and the chains again. `onEvents` is called after a commit that wrote webhook
 * events.
 */
export function createIntentTracker(
  context: TrackContext,
  options: { holder: Holder; onEvents: () => void },
): IntentTracker {
  const keeper = createLeaseKeeper(context, 'track intents', options.holder)
  return {
    async step() {
      // This first check acquires no lease, because usually no intent is due.
      if ((await selectDue(context, 1)).length === 0) return { more: false }
      const lease = await keeper.hold()
      if (lease === null) return { more: false }
      try {
        const rows = await selectDue(context, MAX_CHECKED)
        const checks = rows.map((row) => checkApart(context, { row, lease, ...options }))
        const failure = (await Promise.allSettled(checks)).find(isRejected)
        if (failure !== undefined) throw failure.reason
        return { more: rows.length === MAX_CHECKED }
      } catch (error) {
        if (error instanceof StaleLeaseError) keeper.drop()
        throw error
      }
    },
    release: () => keeper.release(),
  }
}

function isRejected(result: PromiseSettledResult<void>): result is PromiseRejectedResult {
  return result.status === 'rejected'
}

function selectDue({ db, now }: Pick<Context, 'db' | 'now'>, limit: number) {
  return db.kysely
    .selectFrom('intents')
    .selectAll()
    .where('next_check_at', '<=', now().toISOString())
    .orderBy('next_check_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

type RowFacts = { row: Row<'intents'>; lease: Lease; onEvents: () => void }

/**
 * Checks an intent once. Postpones an intent that this host cannot follow, so that it does not delay others. The intent ends at its
 * timeout, like an intent without any response.
 */
async function checkApart(context: TrackContext, facts: RowFacts): Promise<void> {
  const intent = await loadIntent(context, facts.row)
  if (intent === null) return leaveToOthers(context, facts.row)
  let waiting: { intent: TrackedIntent; substatus: string | null }
  try {
    const { intent: known, followed } = await checkIntent(context, intent)
    if (followed.isOver) {
      return await finish(context, { ...facts, intent: known, end: followed.end })
    }
    waiting = { intent: known, substatus: followed.substatus }
  } catch (error) {
    if (error instanceof StaleLeaseError) throw error
    await waitOn(context, { ...facts, intent, substatus: null })
    throw error
  }
  await waitOn(context, { ...facts, ...waiting })
}

async function loadIntent(
  { db, config }: Pick<Context, 'db' | 'config'>,
  row: Row<'intents'>,
): Promise<TrackedIntent | null> {
  if (row.request_id === null) return null
  const request = await db.kysely
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', row.request_id)
    .executeTakeFirst()
  return request === undefined ? null : toTrackedIntent(config, row, withPlan(request))
}

/** Another release wrote the intent, and a host of that release may still follow it, so this host postpones it until its timeout. */
async function leaveToOthers(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id, give_up_at }: Row<'intents'>,
): Promise<void> {
  const nowText = now().toISOString()
  const isOver = give_up_at === null || give_up_at <= nowText
  const later = new Date(now().getTime() + checkDelayMs(Number.POSITIVE_INFINITY)).toISOString()
  await db.kysely
    .updateTable('intents')
    .set(isOver ? { status: 'unanswered', next_check_at: null } : { next_check_at: later })
    .where('id', '=', id)
    .execute()
}

async function finish(
  context: TrackContext,
  facts: Omit<RowFacts, 'row'> & { intent: TrackedIntent; end: IntentEnd },
): Promise<void> {
  const { intent, lease, end, onEvents } = facts
  const ended = await endIntent(context, { intent, lease, end })
  if (ended.hasEvents) onEvents()
  const logged = { intentId: intent.id, requestId: intent.request.id, txHash: intent.txHash }
  context.log.info({ ...logged, end: end.kind, status: end.status }, 'Ended an intent')
  if (ended.credited === null) return
  const units = ended.credited.creditedUnits.toString()
  context.log.warn({ ...logged, units }, 'Credited a payment on the report of a bridge')
}

/** The transfer is not over, or cannot be checked now: it is checked again later, until its timeout. */
async function waitOn(
  context: TrackContext,
  facts: Omit<RowFacts, 'row'> & { intent: TrackedIntent; substatus: string | null },
): Promise<void> {
  const { intent, substatus } = facts
  const now = context.now()
  if (intent.status !== 'tracking') {
    return putOff(context, { intent, substatus, until: recheckAt(now, intent.giveUpAtMs) })
  }
  if (now.getTime() >= intent.giveUpAtMs) {
    const end = { kind: 'unanswered', status: 'unanswered', substatus } as const
    return finish(context, { ...facts, end })
  }
  const delayMs = checkDelayMs(now.getTime() - intent.createdAtMs)
  const until = new Date(now.getTime() + delayMs).toISOString()
  await putOff(context, { intent, substatus, until })
}

async function putOff(
  { db, now }: Pick<Context, 'db' | 'now'>,
  facts: { intent: TrackedIntent; substatus: string | null; until: string | null },
): Promise<void> {
  const { intent, substatus, until } = facts
  await db.kysely
    .updateTable('intents')
    .set({
      next_check_at: until,
      ...(substatus !== null && { substatus }),
      explorer_url: intent.explorerUrl,
      updated_at: now().toISOString(),
    })
    .where('id', '=', intent.id)
    .where('status', '=', intent.status)
    .where('source_network', '=', intent.source.id)
    .execute()
}
