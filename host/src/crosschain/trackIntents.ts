import { BridgeUnavailableError } from '../bridges/errors.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import { findServedNetwork } from '../config.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { createLeaseKeeper } from '../scheduling/leaseKeeper.ts'
import { type Holder, type Lease, StaleLeaseError } from '../scheduling/leases.ts'
import { checkDelayMs } from './checkDelay.ts'
import { endIntent } from './endIntent.ts'
import { type FollowContext, type Followed, followIntent } from './followIntent.ts'
import { type TrackedIntent, toTrackedIntent } from './trackedIntent.ts'
import { verifySource } from './verifySource.ts'

/** Intents that one run looks at, at once: as many questions to the bridge. */
const MAX_CHECKED = 10

/** Follows payments from other chains. */
export type IntentTracker = {
  /** One bounded piece of work; `more` when there is some left to do at once. */
  step(): Promise<{ more: boolean }>
  /** Gives the lease up. */
  release(): Promise<void>
}

type TrackContext = FollowContext & Pick<Context, 'random' | 'log'>

/**
 * Creates the follower of intents. Of all hosts one works at a time, by a lease. What it knows is in the tables: a host that is
 * killed leaves an intent due, and the next one asks the bridge and the chains again. `onEvents` is called after a commit that
 * wrote webhook events.
 */
export function createIntentTracker(
  context: TrackContext,
  options: { holder: Holder; onEvents: () => void },
): IntentTracker {
  const keeper = createLeaseKeeper(context, 'track intents', options.holder)
  return {
    async step() {
      // A look that takes no lease: mostly nothing is due.
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

/** An intent that this host cannot follow makes room for others: however many there are, they do not stand before the rest for ever. */
async function checkApart(context: TrackContext, facts: RowFacts): Promise<void> {
  try {
    await checkRow(context, facts)
  } catch (error) {
    if (!(error instanceof StaleLeaseError)) await putOff(context, facts.row, null)
    throw error
  }
}

async function checkRow(context: TrackContext, facts: RowFacts): Promise<void> {
  const { row, lease, onEvents } = facts
  const request = await context.db.kysely
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', row.request_id ?? '')
    .executeTakeFirst()
  const intent = request === undefined ? null : toTrackedIntent(context.config, row, request)
  if (intent === null) return putOff(context, row, null)
  const followed = await tryCheck(context, intent)
  if (!followed.isOver && context.now().getTime() < intent.giveUpAtMs) {
    return putOff(context, row, followed)
  }
  const end = followed.isOver
    ? followed.end
    : ({ kind: 'unanswered', status: 'unanswered', substatus: followed.substatus } as const)
  const known = { ...intent, explorerUrl: followed.explorerUrl }
  const ended = await endIntent(context, { intent: known, lease, end })
  if (ended.hasEvents) onEvents()
  const logged = { intentId: intent.id, requestId: intent.request.id, txHash: intent.txHash }
  context.log.info({ ...logged, end: end.kind, status: end.status }, 'Ended an intent')
  if (ended.credited === null) return
  const units = ended.credited.creditedUnits.toString()
  context.log.warn({ ...logged, units }, 'Credited a payment by the word of a bridge')
}

/** A service or a node that does not answer puts an intent off; only time ends it. */
async function tryCheck(context: TrackContext, intent: TrackedIntent): Promise<Followed> {
  try {
    return await check(context, intent)
  } catch (error) {
    const isAway = error instanceof BridgeUnavailableError || error instanceof ChainUnavailableError
    if (!isAway) throw error
    context.log.warn({ intentId: intent.id, err: error }, 'Put off an intent')
    return { isOver: false, substatus: null, explorerUrl: intent.explorerUrl }
  }
}

async function check(context: TrackContext, intent: TrackedIntent): Promise<Followed> {
  const { explorerUrl, request } = intent
  const destination = findServedNetwork(context.config, request.network)?.network
  if (destination === undefined) return { isOver: false, substatus: null, explorerUrl }
  if (intent.sender !== null) {
    return followIntent(context, { intent, sender: intent.sender, destination })
  }
  const verdict = await verifySource(context, intent)
  switch (verdict.kind) {
    case 'waiting':
      return { isOver: false, substatus: null, explorerUrl }
    case 'foreign': {
      const end = { kind: 'foreign', status: 'foreign', substatus: null } as const
      return { isOver: true, end, explorerUrl }
    }
    case 'reverted': {
      const end = { kind: 'failed', status: 'failed', substatus: 'REVERTED' } as const
      return { isOver: true, end, explorerUrl }
    }
    case 'sound': {
      const { sender } = verdict
      // Before the bridge is asked: the watcher tells the payer of a payment by it.
      await keepSender(context, intent, sender)
      return followIntent(context, { intent, sender, destination })
    }
    default:
      return verdict satisfies never
  }
}

async function keepSender(
  { db, now }: Pick<Context, 'db' | 'now'>,
  intent: TrackedIntent,
  sender: string,
): Promise<void> {
  await db.kysely
    .updateTable('intents')
    .set({ sender, updated_at: now().toISOString() })
    .where('id', '=', intent.id)
    .where('status', '=', 'tracking')
    .execute()
}

async function putOff(
  { db, now }: Pick<Context, 'db' | 'now'>,
  row: Row<'intents'>,
  followed: { substatus: string | null; explorerUrl: string | null } | null,
): Promise<void> {
  const nowMs = now().getTime()
  const delayMs = checkDelayMs(nowMs - Date.parse(row.created_at))
  await db.kysely
    .updateTable('intents')
    .set({
      next_check_at: new Date(nowMs + delayMs).toISOString(),
      substatus: followed?.substatus ?? row.substatus,
      explorer_url: followed?.explorerUrl ?? row.explorer_url,
      updated_at: new Date(nowMs).toISOString(),
    })
    .where('id', '=', row.id)
    .where('status', '=', 'tracking')
    .execute()
}
