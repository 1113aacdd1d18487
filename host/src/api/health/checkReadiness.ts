import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { NetworkConfig } from '../../readNetworkConfigs.ts'

type Readiness = Output<typeof api.health.readyz>
type NetworkHealth = Readiness['networks'][number]

/** A watcher that has not looked at its network for this many polls, or this long, counts as down. */
const MAX_MISSED_POLLS = 10
const MIN_DOWN_MS = 30_000
/** Blocks that a cursor may lag behind what its confirmations already explain. */
const MAX_LAG_BLOCKS = 20
const PROBE = 'readyz'

/**
 * Tells whether the database takes writes, which it proves by one, and how far each network's watcher is.
 *
 * @throws DatabaseUnavailableError when it does not
 */
export async function checkReadiness(
  context: Pick<Context, 'config' | 'db' | 'now'>,
): Promise<Readiness> {
  const now = context.now()
  const cursors = await context.db.transaction(async (tx) => {
    const expires_at = now.toISOString()
    await tx
      .insertInto('leases')
      .values({ name: PROBE, holder: PROBE, fencing: 0n, expires_at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ expires_at }))
      .execute()
    return tx.selectFrom('chain_cursors').selectAll().execute()
  })
  const networks = context.config.networks.map((served) =>
    describeNetwork(
      served,
      cursors.find((cursor) => cursor.network === served.network.id),
      now,
    ),
  )
  return { status: 'ready', database: 'ok', networks }
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
