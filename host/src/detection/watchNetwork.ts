import type { Head } from '../chains/chainClient.ts'
import { confirmedHeight } from '../chains/confirmedHeight.ts'
import { ChainUnavailableError, NodesDisagreeError } from '../chains/errors.ts'
import type { Context } from '../context.ts'
import { revokePayments } from '../payments/revokePayments.ts'
import type { NetworkConfig } from '../readNetworkConfigs.ts'
import { createLeaseKeeper } from '../scheduling/leaseKeeper.ts'
import { type Holder, type Lease, StaleLeaseError } from '../scheduling/leases.ts'
import { createBlockAudit } from './createBlockAudit.ts'
import { createPendingWatch } from './createPendingWatch.ts'
import { createStatePatience } from './createStatePatience.ts'
import { type Cursor, createCursor, readCursor, saveHead } from './cursorRows.ts'
import { findCanonicalCursor } from './findCanonicalCursor.ts'
import { firstCursor } from './firstCursor.ts'
import { paymentFilter } from './paymentFilter.ts'
import { recordRange } from './recordRange.ts'

/** Watches one network in bounded steps; at any time one host of many does. */
export type NetworkWatcher = {
  /** One poll: at most one range of blocks. `more` says that the next range is waiting. */
  poll(): Promise<{ more: boolean }>
  /** Lets another host take over at once. */
  release(): Promise<void>
}

/** A chain without new blocks is looked at all the same, and the health check shall see it. */
const SIGN_OF_LIFE_MS = 10_000

type WatchContext = Pick<Context, 'db' | 'now' | 'clock' | 'random' | 'log' | 'config' | 'chains'>

/**
 * Creates a network's watcher. Blocks (cursor, min(confirmed, cursor + range)] are read with one log query for all
 * requests, matched by reference, and recorded together with the new cursor; younger blocks only feed what payers are
 * shown. `onEvents` is called after a commit that wrote webhook events.
 */
export function createNetworkWatcher(
  context: WatchContext,
  settings: NetworkConfig,
  hooks: { holder: Holder; onEvents: () => void },
): NetworkWatcher {
  const { network } = settings
  const client = context.chains.get(network.id)
  const filter = paymentFilter(network)
  const pending = createPendingWatch(context, client, filter)
  const audit = createBlockAudit(context, client, filter)
  const keeper = createLeaseKeeper(context, `watch:${network.id}`, hooks.holder)
  const warnOfFallback = createFallbackWarning(context, settings)
  const tell = ({ eventCount }: { eventCount: number }) => {
    if (eventCount > 0) hooks.onEvents()
  }
  const orphans = { polls: 0 }
  const goBack = createGoBack(context, settings, { orphans, tell })
  const patience = createStatePatience()

  /** Records the next range, or goes back when it does not continue what was recorded. */
  async function advance(lease: Lease, cursor: Cursor, toBlock: bigint): Promise<void> {
    const range = { fromBlock: cursor.blockNumber + 1n, toBlock }
    const answer = await client.getLogs(range, filter, { confirmedBy: settings.finality })
    if (answer.first.parentHash !== cursor.blockHash) return goBack(lease, cursor)
    const next = { blockNumber: answer.last.number, blockHash: answer.last.hash }
    tell(await recordRange(context, client, { lease, logs: answer.logs, cursor: next, patience }))
  }

  async function step(lease: Lease): Promise<{ more: boolean }> {
    const cursor = await readCursor(context, network.id)
    const head = await client.getHead(cursor?.blockNumber, settings.finality)
    const confirmed = confirmedHeight(head, settings.finality)
    if (confirmed === null) throw new ChainUnavailableError(network.id, 'what is final is unknown')
    warnOfFallback(head)
    const headNumber = head.latest.number
    if (cursor === null) {
      const first = await firstCursor(context, client, settings)
      if (first !== null) await createCursor(context, network.id, { ...first, headNumber })
      return { more: first !== null }
    }
    const silentMs = context.now().getTime() - cursor.updatedAtMs
    // A sign of life from the future was left by a clock that was ahead.
    const isStale = silentMs > SIGN_OF_LIFE_MS || silentMs < 0
    if (cursor.headNumber !== headNumber || isStale) {
      await saveHead(context, network.id, headNumber)
    }
    const isOrphaned = head.watched !== null && head.watched.hash !== cursor.blockHash
    // Elsewhere a head under the cursor is a node that lags; a developer's chain was started anew.
    const isReset = network.isLocal && headNumber < cursor.blockNumber
    if (isOrphaned || isReset) {
      await goBack(lease, cursor)
      return { more: true }
    }
    if (head.watched !== null) orphans.polls = 0
    if (confirmed > cursor.blockNumber) {
      const widest = cursor.blockNumber + BigInt(network.maxLogRange)
      await advance(lease, cursor, confirmed < widest ? confirmed : widest)
      if (widest < confirmed) return { more: true }
    }
    await pending.update(lease, { confirmed, head: head.latest })
    tell(await audit.run(lease, cursor.blockNumber))
    return { more: false }
  }

  return {
    async poll() {
      const lease = await keeper.hold()
      if (lease === null) return { more: false }
      try {
        return await step(lease)
      } catch (error) {
        if (!(error instanceof StaleLeaseError)) throw error
        keeper.drop()
        return { more: false }
      }
    },
    release: keeper.release,
  }
}

/** Tells the operator, once, that payments count by depth because a node does not know the tag that was asked for. */
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

/** Polls in a row that must miss the cursor's block before payments are revoked. */
const ORPHANED_POLLS = 3

/** `orphans.polls` counts the polls in a row that missed it; whoever sees the block again sets it to 0. */
type GoBackHooks = {
  orphans: { polls: number }
  tell: (recorded: { eventCount: number }) => void
}

/**
 * What to do when the cursor's block seems orphaned: go back to the last recorded block that still is on the chain.
 * Money is taken back only when most of the configured nodes have another block there, poll after poll: until then the
 * cursor is held. A node that does not answer agrees with nobody.
 */
function createGoBack(
  context: WatchContext,
  { network }: NetworkConfig,
  { orphans, tell }: GoBackHooks,
): (lease: Lease, cursor: Cursor) => Promise<void> {
  const client = context.chains.get(network.id)
  return async (lease, cursor) => {
    const everywhere = await client.getBlockEverywhere(cursor.blockNumber)
    const others = everywhere.filter((block) => block !== null && block.hash !== cursor.blockHash)
    // A developer's chain that was started anew does not have the block at all.
    const isOrphaned = network.isLocal
      ? everywhere.every((block) => block?.hash !== cursor.blockHash)
      : others.length * 2 > everywhere.length
    orphans.polls = isOrphaned ? orphans.polls + 1 : 0
    if (!isOrphaned || (!network.isLocal && orphans.polls < ORPHANED_POLLS)) {
      const counts = `${others.length} of ${everywhere.length} nodes have another`
      throw new NodesDisagreeError(
        network.id,
        `block ${cursor.blockNumber} is in dispute, ${counts}`,
      )
    }
    const canonical = await findCanonicalCursor(context, client, cursor)
    const revoked = await revokePayments(context, { network: network.id, lease, cursor: canonical })
    orphans.polls = 0
    tell(revoked)
    context.log.error(
      {
        network: network.id,
        fromBlock: cursor.blockNumber.toString(),
        toBlock: canonical.blockNumber.toString(),
        requestIds: revoked.requestIds,
        paymentCount: revoked.paymentCount,
      },
      'Revoked payments of orphaned blocks',
    )
    if (revoked.offrampIds.length > 0) {
      context.log.error(
        { network: network.id, offrampIds: revoked.offrampIds },
        'Offramps go on whose payments left the chain: settle them with the provider',
      )
    }
  }
}
