import type { Context } from '../context.ts'

/** The last recorded block of a network. */
export type Cursor = { blockNumber: bigint; blockHash: string }

/** Reads a network's cursor with the newest height and its time; `null` before the first start. */
export async function readCursor(
  context: Pick<Context, 'db'>,
  network: string,
): Promise<(Cursor & { headNumber: bigint; updatedAtMs: number }) | null> {
  const row = await context.db.kysely
    .selectFrom('chain_cursors')
    .select(['block_number', 'block_hash', 'head_number', 'updated_at'])
    .where('network', '=', network)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    headNumber: row.head_number,
    updatedAtMs: Date.parse(row.updated_at),
  }
}

/** Stores a network's first block. If two hosts start at once, the first one decides. */
export async function createCursor(
  context: Pick<Context, 'db' | 'now'>,
  network: string,
  { blockNumber, blockHash, headNumber }: Cursor & { headNumber: bigint },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('chain_cursors')
      .values({
        network,
        block_number: blockNumber,
        block_hash: blockHash,
        head_number: headNumber,
        updated_at: context.now().toISOString(),
      })
      .onConflict((conflict) => conflict.column('network').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return
    await tx
      .insertInto('block_checkpoints')
      .values({ network, block_number: blockNumber, block_hash: blockHash })
      .onConflict((conflict) => conflict.columns(['network', 'block_number']).doNothing())
      .execute()
  })
}

/** Stores the newest height, from which payers' confirmation counts are computed. */
export async function saveHead(
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

/** Records that a network is still watched while its nodes are not queried. */
export async function touchCursor(
  context: Pick<Context, 'db' | 'now'>,
  network: string,
): Promise<void> {
  await context.db.kysely
    .updateTable('chain_cursors')
    .set({ updated_at: context.now().toISOString() })
    .where('network', '=', network)
    .execute()
}
