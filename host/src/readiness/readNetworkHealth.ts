import type { Row } from '../db/schema.ts'
import type { NetworkConfig } from '../readNetworkConfigs.ts'
import type { NetworkHealth, ReadinessContext } from './readinessCheck.ts'

/** A watcher that has not looked at its network for this many polls, or this long, counts as down. */
const MAX_MISSED_POLLS = 10
const MIN_DOWN_MS = 30_000
/** Blocks that a cursor may lag behind what its confirmations already explain. */
const MAX_LAG_BLOCKS = 20

/** Reads how far each served network is, whichever host watches it. */
export async function readNetworkHealth({
  config,
  db,
  now,
}: ReadinessContext): Promise<NetworkHealth[]> {
  const cursors = await db.kysely.selectFrom('chain_cursors').selectAll().execute()
  return config.networks.map((served) =>
    describeNetwork(
      served,
      cursors.find((cursor) => cursor.network === served.network.id),
      now(),
    ),
  )
}

function describeNetwork(
  served: NetworkConfig,
  cursor: Row<'chain_cursors'> | undefined,
  now: Date,
): NetworkHealth {
  const network = served.network.id
  if (cursor === undefined) {
    return { network, status: 'down', headBlock: null, cursorBlock: null, lagBlocks: null }
  }
  const silentMs = now.getTime() - Date.parse(cursor.updated_at)
  const isDown = silentMs > Math.max(MIN_DOWN_MS, MAX_MISSED_POLLS * served.pollIntervalMs)
  const lagBlocks = Math.max(0, Number(cursor.head_number - cursor.block_number))
  const isBehind = lagBlocks > served.finality.depth + MAX_LAG_BLOCKS
  return {
    network,
    status: isDown ? 'down' : isBehind ? 'behind' : 'ok',
    headBlock: Number(cursor.head_number),
    cursorBlock: Number(cursor.block_number),
    lagBlocks,
  }
}
