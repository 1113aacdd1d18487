import type { Head } from '../chains/chainClient.ts'
import { confirmedHeight } from '../chains/confirmedHeight.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { NetworkConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { createLeaseKeeper } from '../leases/leaseKeeper.ts'
import { type Holder, type Lease, StaleLeaseError } from '../leases/leases.ts'
import { createAheadCheck } from './createAheadCheck.ts'
import { createBlockAudit } from './createBlockAudit.ts'
import { createBlockQuorum } from './createBlockQuorum.ts'
import { createFailureRecord } from './createFailureRecord.ts'
import { createGoBack } from './createGoBack.ts'
import { createHeadReader } from './createHeadReader.ts'
import { type Pace, UNPACED } from './createPace.ts'
import { createPendingWatch } from './createPendingWatch.ts'
import { createStatePatience } from './createStatePatience.ts'
import { type Cursor, createCursor, readCursor, saveHead, touchCursor } from './cursorRows.ts'
import { firstCursor } from './firstCursor.ts'
import { paymentFilter } from './paymentFilter.ts'
import { recordRange } from './recordRange.ts'

/** Watches one network in bounded steps, on one host at a time. */
export type NetworkWatcher = {
  /** Runs a poll if one is due, over at most one range of blocks. `more` means that the next range is waiting. */
  poll(): Promise<{ more: boolean }>
  /** Releases the lease, so that another host can continue immediately. */
  release(): Promise<void>
}

/** The interval at which the watcher stores that it runs, even without a poll, so that the health check does not report it as down. */
const SIGN_OF_LIFE_MS = 10_000

type WatchHooks = {
  holder: Holder
  onEvents: () => void
  pace?: Pick<Pace, 'due' | 'polled'>
}

type WatchContext = Pick<
  Context,
  'db' | 'now' | 'clock' | 'random' | 'log' | 'config' | 'chains' | 'prices'
>

/**
 * Creates a network's watcher. Blocks (cursor, min(confirmed, cursor + range)] are read with one log query for all requests, matched by
 * reference, and recorded with the new cursor. Younger blocks are read only for payers' pages. `onEvents` is called after a commit that
 * wrote webhook events. Without a `pace`, every poll is a full one.
 */
export function createNetworkWatcher(
  context: WatchContext,
  settings: NetworkConfig,
  hooks: WatchHooks,
): NetworkWatcher {
  const { network } = settings
  const keeper = createLeaseKeeper(context, `watch:${network.id}`, hooks.holder)
  const failures = createFailureRecord(context, network.id)
  const pace = hooks.pace ?? UNPACED
  const step = createStep(context, settings, hooks)
  let touchedMs = Number.NEGATIVE_INFINITY

  async function run(lease: Lease, due: 'open' | 'idle'): Promise<{ more: boolean }> {
    try {
      const stepped = await step(lease, due === 'idle')
      if (!stepped.more) pace.polled()
      await failures.succeeded()
      return stepped
    } catch (error) {
      if (!(error instanceof StaleLeaseError)) {
        await failures.failed()
        throw error
      }
      keeper.drop()
      return { more: false }
    }
  }

  return {
    async poll() {
      const lease = await keeper.hold()
      if (lease === null) return { more: false }
      const due = await pace.due()
      if (due !== null) return run(lease, due)
      const nowMs = context.now().getTime()
      if (Math.abs(nowMs - touchedMs) > SIGN_OF_LIFE_MS) {
        await touchCursor(context, network.id)
        touchedMs = nowMs
      }
      return { more: false }
    },
    release: keeper.release,
  }
}

/** Runs one poll under the watcher's lease; a reduced poll sends only the queries that find payments. */
function createStep(
  context: WatchContext,
  settings: NetworkConfig,
  { onEvents }: Pick<WatchHooks, 'onEvents'>,
): (lease: Lease, isSparing: boolean) => Promise<{ more: boolean }> {
  const { network } = settings
  const client = context.chains.get(network.id)
  const filter = paymentFilter(network)
  const pending = createPendingWatch(context, client, filter)
  const audit = createBlockAudit(context, client, filter)
  const warnOfFallback = createFallbackWarning(context, settings)
  const tell = ({ eventCount }: { eventCount: number }) => {
    if (eventCount > 0) onEvents()
  }
  const orphans = { polls: 0 }
  const goBack = createGoBack(context, settings, { orphans, tell })
  const assertQuorum = createBlockQuorum(client, settings)
  const isGone = createAheadCheck(context, client)
  const readHead = createHeadReader(context, client, settings)
  const patience = createStatePatience()

  /** Records the next range, or goes back if it does not continue the recorded range. */
  async function advance(
    lease: Lease,
    cursor: Cursor,
    { toBlock, isSparing }: { toBlock: bigint; isSparing: boolean },
  ): Promise<void> {
    const range = { fromBlock: cursor.blockNumber + 1n, toBlock }
    const confirmedBy = settings.finality
    const answer = await client.getLogs(range, filter, { confirmedBy, isSparing })
    if (answer.first.parentHash !== cursor.blockHash) return goBack(lease, cursor)
    const next = { blockNumber: answer.last.number, blockHash: answer.last.hash }
    await assertQuorum(cursor, next)
    tell(await recordRange(context, client, { lease, logs: answer.logs, cursor: next, patience }))
  }

  return async (lease, isSparing) => {
    const cursor = await readCursor(context, network.id)
    const head = await readHead(cursor?.blockNumber)
    const confirmed = confirmedHeight(head, settings.finality)
    if (confirmed === null)
      throw new ChainUnavailableError(network.id, 'its final block is unknown')
    warnOfFallback(head)
    const headNumber = head.latest.number
    if (cursor === null) return begin(context, settings, headNumber)
    if (cursor.headNumber !== headNumber || isStale(context.now(), cursor.updatedAtMs)) {
      await saveHead(context, network.id, headNumber)
    }
    const isOrphaned = head.watched !== null && head.watched.hash !== cursor.blockHash
    // On other networks, a head below the cursor usually means that a node is behind; on a local network, the chain was restarted.
    const isReset = network.isLocal && headNumber < cursor.blockNumber
    const isAhead = !isOrphaned && !isReset && (await isGone(cursor, head))
    if (isOrphaned || isReset || isAhead) {
      await goBack(lease, cursor, { isGone: isAhead })
      return { more: true }
    }
    if (head.watched !== null) orphans.polls = 0
    if (confirmed > cursor.blockNumber) {
      const widest = cursor.blockNumber + BigInt(network.maxLogRange)
      await advance(lease, cursor, { toBlock: confirmed < widest ? confirmed : widest, isSparing })
      if (widest < confirmed) return { more: true }
    }
    // Young blocks are read only for payers' pages, and an idle network has no open pages.
    if (!isSparing || pending.hasAny())
      await pending.update(lease, { confirmed, head: head.latest })
    tell(await audit.run(lease, cursor.blockNumber, { isSparing }))
    return { more: false }
  }
}

/** Stores the block at which watching begins, once the nodes return it. */
async function begin(
  context: WatchContext,
  settings: NetworkConfig,
  headNumber: bigint,
): Promise<{ more: boolean }> {
  const { id } = settings.network
  const first = await firstCursor(context, context.chains.get(id), settings)
  if (first !== null) await createCursor(context, id, { ...first, headNumber })
  return { more: first !== null }
}

/** A last-seen time in the future comes from a clock that was ahead. */
function isStale(now: Date, updatedAtMs: number): boolean {
  const silentMs = now.getTime() - updatedAtMs
  return silentMs > SIGN_OF_LIFE_MS || silentMs < 0
}

/** Warns the operator once that payments count by depth, because a node does not support the configured tag. */
function createFallbackWarning(
  context: Pick<Context, 'log'>,
  { network, finality }: NetworkConfig,
): (head: Head) => void {
  let isTold = false
  return (head) => {
    if (isTold || finality.mode === 'depth' || head[finality.mode] !== 'unsupported') return
    isTold = true
    const { mode, depth } = finality
    context.log.warn({ network: network.id, mode, depth }, 'Fell back to finality by depth')
  }
}
