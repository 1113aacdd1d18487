import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { createId } from '../id.ts'
import { RescanRefusedError } from './rescanRefusedError.ts'

/**
 * Stores an operator's request to read a network's blocks again, from a given block to the last recorded one. The host that watches the
 * network executes the rescan. At most one rescan runs per network.
 *
 * @throws RescanRefusedError
 */
export async function requestRescan(
  context: Pick<Context, 'now' | 'random'>,
  tx: Tx,
  { network, fromBlock }: { network: string; fromBlock: bigint },
): Promise<Row<'rescans'>> {
  const cursor = await tx
    .selectFrom('chain_cursors')
    .select('block_number')
    .where('network', '=', network)
    .executeTakeFirst()
  if (cursor === undefined || fromBlock > cursor.block_number) {
    throw new RescanRefusedError({ network, reason: 'not_recorded' })
  }
  const open = await tx
    .selectFrom('rescans')
    .select('id')
    .where('status', 'in', ['pending', 'running'])
    .where('network', '=', network)
    .executeTakeFirst()
  if (open !== undefined) throw new RescanRefusedError({ network, reason: 'running' })
  const row: Row<'rescans'> = {
    id: createId(context),
    network,
    from_block: fromBlock,
    next_block: fromBlock,
    to_block: null,
    status: 'pending',
    payment_count: 0,
    unreadable_count: null,
    failure: null,
    created_at: context.now().toISOString(),
    ended_at: null,
  }
  await tx.insertInto('rescans').values(row).execute()
  return row
}
