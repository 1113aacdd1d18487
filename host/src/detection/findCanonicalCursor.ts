import type { ChainClient } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { Context } from '../context.ts'
import { variableSuffix } from '../networkSettings.ts'
import type { Cursor } from './cursorRows.ts'

/** The number of checkpoints that one round trip compares. */
const CHECKPOINTS_A_CALL = 50
/** The maximum number of checkpoints checked before an operator must decide. */
const MAX_CHECKPOINTS = 5_000

/**
 * Finds the newest recorded block that most nodes still have, walking back over the checkpoints: the cursor itself if no block was
 * orphaned.
 * @throws ChainUnavailableError when no checkpoint is canonical; the node then serves a different chain
 */
export async function findCanonicalCursor(
  context: Pick<Context, 'db'>,
  client: Pick<ChainClient, 'network' | 'getAgreedBlocks'>,
  cursor: Cursor,
): Promise<Cursor> {
  let below = cursor.blockNumber + 1n
  for (let read = 0; read < MAX_CHECKPOINTS; read += CHECKPOINTS_A_CALL) {
    const checkpoints = await context.db.kysely
      .selectFrom('block_checkpoints')
      .select(['block_number', 'block_hash'])
      .where('network', '=', client.network.id)
      .where('block_number', '<', below)
      .orderBy('block_number', 'desc')
      .limit(CHECKPOINTS_A_CALL)
      .execute()
    const blocks = await client.getAgreedBlocks(checkpoints.map((row) => row.block_number))
    for (const [index, row] of checkpoints.entries()) {
      if (blocks[index]?.hash === row.block_hash) {
        return { blockNumber: row.block_number, blockHash: row.block_hash }
      }
      below = row.block_number
    }
    if (checkpoints.length < CHECKPOINTS_A_CALL) break
  }
  throw new ChainUnavailableError(
    client.network.id,
    'none of the recorded blocks is on the chain that its nodes serve',
    {
      hint: `Check PAY_RPC_URL_${variableSuffix(client.network.id)}, or use an empty database if this one belongs to another chain.`,
    },
  )
}
