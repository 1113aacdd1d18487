import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Idempotent answers are kept this long: four days, so that a retry after a long weekend still finds its answer. */
export const IDEMPOTENCY_TTL_MS = 96 * 3_600_000
/** Checkpoints this many blocks under a cursor are never walked back to. */
export const CHECKPOINT_BLOCKS = 100_000n
/** Rows deleted by one run of one kind, so that the writer is never held for long. */
const MAX_ROWS_A_RUN = 5_000

/** Deletes rows that have served: old idempotency keys and checkpoints far below their cursor. `more`: some are left. */
export async function cleanUp(context: Pick<Context, 'db' | 'now'>): Promise<{ more: boolean }> {
  const { db, now } = context
  const before = new Date(now().getTime() - IDEMPOTENCY_TTL_MS).toISOString()
  const { numAffectedRows: keys = 0n } = await sql`
    delete from idempotency_keys where (scope, key) in (
      select scope, key from idempotency_keys where created_at < ${before} limit ${MAX_ROWS_A_RUN})
  `.execute(db.kysely)
  const { numAffectedRows: checkpoints = 0n } = await sql`
    delete from block_checkpoints where (network, block_number) in (
      select c.network, c.block_number from block_checkpoints as c
      join chain_cursors as cursor on cursor.network = c.network
      where c.block_number < cursor.block_number - ${Number(CHECKPOINT_BLOCKS)}
      limit ${MAX_ROWS_A_RUN})
  `.execute(db.kysely)
  return { more: keys + checkpoints >= BigInt(MAX_ROWS_A_RUN) }
}
