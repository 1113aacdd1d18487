import type { LogAnswer } from '../chains/chainClient.ts'
import type { NetworkConfig } from '../config.ts'
import type { Context } from '../context.ts'
import {
  acquireLease,
  type Holder,
  type Lease,
  releaseLease,
  StaleLeaseError,
} from '../jobs/leases.ts'
import { recordPayments } from '../payments/recordPayments.ts'
import { revokePayments } from '../payments/revokePayments.ts'
import { type Cursor, findCanonicalCursor, firstCursor } from './checkCursor.ts'
import { confirmedHeight } from './confirmedHeight.ts'
import { matchLogs } from './matchLogs.ts'
import { paymentFilter } from './paymentFilter.ts'
import { readFacts } from './readFacts.ts'
import { createPendingWatch } from './watchPending.ts'

/** Watches one network in bounded steps; at any time one host of many does. */
export type NetworkWatcher = {
  /** One poll: at most one range of blocks. `more` says that the next range is waiting. */
  poll(): Promise<{ more: boolean }>
  /** Lets another host take over at once. */
  release(): Promise<void>
}

/** Logs of one range are recorded in transactions of this many, so that the writer is never held for long. */
const MATCHES_A_TRANSACTION = 1_000
/** The lease is renewed when this much of it has passed since the last time. */
const RENEW_AFTER_MS = 5_000

type WatchContext = Pick<Context, 'db' | 'now' | 'random' | 'log' | 'config' | 'chains'>

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
  const leaseName = `watch:${network.id}`
  let lease: Lease | null = null
  let renewedAtMs = Number.NEGATIVE_INFINITY

  async function holdLease(): Promise<Lease | null> {
    if (lease !== null && performance.now() - renewedAtMs < RENEW_AFTER_MS) return lease
    renewedAtMs = performance.now()
    const held = await acquireLease(context, leaseName, hooks.holder.name)
    if (held !== null && held.fencing !== lease?.fencing) {
      context.log.info({ network: network.id, fencing: Number(held.fencing) }, 'Took watch lease')
    }
    lease = held
    return lease
  }

  /** Records one range whose logs were read, in several transactions when it is rich; the last one moves the cursor. */
  async function record(held: Lease, answer: LogAnswer): Promise<void> {
    const matches = await matchLogs(context, network, answer.logs)
    for (let at = 0; at === 0 || at < matches.length; at += MATCHES_A_TRANSACTION) {
      const facts = await readFacts(client, matches.slice(at, at + MATCHES_A_TRANSACTION))
      const isLast = at + MATCHES_A_TRANSACTION >= matches.length
      const recorded = await recordPayments(context, {
        network: network.id,
        lease: held,
        ...facts,
        cursor: isLast ? { blockNumber: answer.last.number, blockHash: answer.last.hash } : null,
      })
      if (recorded.eventCount > 0) hooks.onEvents()
      for (const payment of recorded.payments) {
        const { requestId, txHash, logIndex, creditedUnits, blockNumber } = payment
        context.log.info(
          {
            network: network.id,
            requestId,
            txHash,
            logIndex,
            units: `${creditedUnits}`,
            blockNumber: `${blockNumber}`,
          },
          'Recorded payment',
        )
      }
      for (const { requestId, txHash, reason } of facts.unmatched) {
        context.log.warn({ network: network.id, requestId, txHash, reason }, 'Refused payment')
      }
    }
  }

  /** The cursor's block is not the parent of what follows: goes back to the last block that still is on the chain. */
  async function goBack(held: Lease, cursor: Cursor): Promise<void> {
    const canonical = await findCanonicalCursor(context, client, cursor)
    if (canonical.blockNumber === cursor.blockNumber) return
    const revoked = await revokePayments(context, {
      network: network.id,
      lease: held,
      cursor: canonical,
    })
    context.log.error(
      {
        network: network.id,
        fromBlock: `${cursor.blockNumber}`,
        toBlock: `${canonical.blockNumber}`,
        requestIds: revoked.requestIds,
        paymentCount: revoked.paymentCount,
      },
      'Revoked payments of orphaned blocks',
    )
  }

  async function advance(held: Lease): Promise<{ more: boolean }> {
    const head = await client.getHead()
    const confirmed = confirmedHeight(head, settings.finality)
    const cursor = await readCursor(context, network.id)
    if (cursor === null) {
      const first = await firstCursor(client, settings.startBlock, confirmed)
      if (first !== null) await createCursor(context, network.id, first, head.latest.number)
      return { more: first !== null }
    }
    if (cursor.headNumber !== head.latest.number) {
      await saveHead(context, network.id, head.latest.number)
    }
    const isReset = network.isLocal && head.latest.number < cursor.blockNumber
    if (isReset) await goBack(held, cursor)
    if (confirmed > cursor.blockNumber) {
      const fromBlock = cursor.blockNumber + 1n
      const widest = cursor.blockNumber + BigInt(network.maxLogRange)
      const toBlock = confirmed < widest ? confirmed : widest
      const answer = await client.getLogs({ fromBlock, toBlock }, filter)
      if (answer.first.parentHash !== cursor.blockHash) {
        await goBack(held, cursor)
        return { more: true }
      }
      await record(held, answer)
      if (toBlock < confirmed) return { more: true }
    }
    await pending.update(held, { confirmed, head: head.latest })
    return { more: false }
  }

  return {
    async poll() {
      const held = await holdLease()
      if (held === null) return { more: false }
      try {
        return await advance(held)
      } catch (error) {
        if (!(error instanceof StaleLeaseError)) throw error
        lease = null
        context.log.warn({ network: network.id }, 'Lost watch lease')
        return { more: false }
      }
    },
    async release() {
      if (lease !== null) await releaseLease(context, lease)
      lease = null
    },
  }
}

async function readCursor(
  context: Pick<Context, 'db'>,
  network: string,
): Promise<(Cursor & { headNumber: bigint }) | null> {
  const row = await context.db.kysely
    .selectFrom('chain_cursors')
    .select(['block_number', 'block_hash', 'head_number'])
    .where('network', '=', network)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    blockNumber: BigInt(row.block_number),
    blockHash: row.block_hash,
    headNumber: BigInt(row.head_number),
  }
}

async function createCursor(
  context: Pick<Context, 'db' | 'now'>,
  network: string,
  cursor: Cursor,
  headNumber: bigint,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await tx
      .insertInto('chain_cursors')
      .values({
        network,
        block_number: cursor.blockNumber,
        block_hash: cursor.blockHash,
        head_number: headNumber,
        updated_at: context.now().toISOString(),
      })
      .onConflict((conflict) => conflict.column('network').doNothing())
      .execute()
    await tx
      .insertInto('block_checkpoints')
      .values({ network, block_number: cursor.blockNumber, block_hash: cursor.blockHash })
      .onConflict((conflict) => conflict.columns(['network', 'block_number']).doNothing())
      .execute()
  })
}

async function saveHead(
  context: Pick<Context, 'db' | 'now'>,
  network: string,
  headNumber: bigint,
): Promise<void> {
  await context.db.kysely
    .updateTable('chain_cursors')
    .set({ head_number: headNumber, updated_at: context.now().toISOString() })
    .where('network', '=', network)
    .execute()
}
