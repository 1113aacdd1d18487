import type { ChainClient } from '../chains/chainClient.ts'
import { confirmedHeight } from '../chains/confirmedHeight.ts'
import type { NetworkConfig } from '../config.ts'
import type { Context } from '../context.ts'
import type { Cursor } from './cursorRows.ts'

/** The time before the oldest request at which watching begins, because the host's and the chain's clocks may differ. */
const MARGIN_S = 600
/** The maximum number of halvings: enough for 2^64 blocks, and a limit if a node returns inconsistent times. */
const MAX_HALVINGS = 64

/**
 * Returns the start of a watcher without a cursor: the block before `startBlock`, or the confirmed head. The start is never after the
 * network's oldest request, which may have been paid while no node could be reached. `null` if no node confirms that block yet; the
 * caller retries.
 */
export async function firstCursor(
  context: Pick<Context, 'db'>,
  client: Pick<ChainClient, 'network' | 'getHead' | 'getBlocks' | 'getAgreedBlocks'>,
  { startBlock, finality }: Pick<NetworkConfig, 'startBlock' | 'finality'>,
): Promise<Cursor | null> {
  const wanted =
    startBlock === null ? await findBeginning(context, client, finality) : startBlock - 1n
  if (wanted === null) return null
  // Recording begins after the cursor, so block 0 is never scanned; it contains no transaction.
  const blockNumber = wanted < 0n ? 0n : wanted
  const head = await client.getHead(blockNumber, finality)
  const confirmed = confirmedHeight(head, finality)
  const isConfirmed = confirmed !== null && confirmed >= blockNumber
  if (head.watched === null || !(isConfirmed || blockNumber === 0n)) return null
  if (startBlock !== null) return { blockNumber, blockHash: head.watched.hash }
  // One node on a fork must not decide where watching begins.
  const [block = null] = await client.getAgreedBlocks([blockNumber])
  return block === null ? null : { blockNumber, blockHash: block.hash }
}

/**
 * Returns the last block that is certainly older than every request; without requests, the confirmed head. Null without a confirmed block.
 */
async function findBeginning(
  context: Pick<Context, 'db'>,
  client: Pick<ChainClient, 'network' | 'getHead' | 'getBlocks'>,
  finality: NetworkConfig['finality'],
): Promise<bigint | null> {
  const confirmed = confirmedHeight(await client.getHead(undefined, finality), finality)
  if (confirmed === null || confirmed <= 0n) return confirmed
  const oldest = await findOldest(context, client.network.id)
  if (oldest === null) return confirmed
  return findBlockAt(client, confirmed, Math.floor(Date.parse(oldest) / 1_000) - MARGIN_S)
}

/** Returns the creation time of the oldest request that can be paid on a network; null if there is none. */
async function findOldest({ db }: Pick<Context, 'db'>, network: string): Promise<string | null> {
  const { own, option } = await db.kysely
    .selectNoFrom((eb) => [
      eb
        .selectFrom('requests')
        .select(({ fn }) => fn.min('created_at').as('oldest'))
        .where('network', '=', network)
        .as('own'),
      eb
        .selectFrom('request_options')
        .select(({ fn }) => fn.min('created_at').as('oldest'))
        .where('network', '=', network)
        .as('option'),
    ])
    .executeTakeFirstOrThrow()
  const [oldest = null] = [own, option].filter((time) => time !== null).toSorted()
  return oldest
}

/** Finds the last block up to `highest` whose time is at most `timeS`; `null` if a node lacks a block in between. */
async function findBlockAt(
  client: Pick<ChainClient, 'getBlocks'>,
  highest: bigint,
  timeS: number,
): Promise<bigint | null> {
  let low = 0n
  let high = highest
  let probe = highest
  for (let halvings = 0; low < high && halvings <= MAX_HALVINGS; halvings += 1) {
    const [block] = await client.getBlocks([probe])
    if (block === null || block === undefined) return null
    if (block.timestampS <= timeS) low = probe
    else high = probe - 1n
    probe = (low + high + 1n) / 2n
  }
  return low
}
