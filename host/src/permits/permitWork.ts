import type { RelayContext } from '../relayer/relayContext.ts'
import type { RelayedWork } from '../relayer/relayedWork.ts'

/**
 * Adapts permits to the relayer's transactions. A permit that reverts is not sent again, because its payer approves with a transaction
 * instead.
 */
export function permitWork(permitId: string): RelayedWork {
  return {
    messages: {
      mined: 'Permit mined',
      reverted: 'Reverted permit',
      recalled: 'Recalled a permit',
    },
    factsOf: () => ({ permitId }),
    isWanted: (context) => isOpen(context, permitId),
    reopen: async () => {},
    /** Stores the replacement's hash, so that a repeated submission returns the transaction that can still be mined. */
    replace: async (tx, _context, { hash }) => {
      await tx.updateTable('permits').set({ tx_hash: hash }).where('id', '=', permitId).execute()
    },
    judgeReverted: async () => null,
  }
}

/** Returns whether the permit's deadline has not passed. */
async function isOpen(
  { db, now }: Pick<RelayContext, 'db' | 'now'>,
  permitId: string,
): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('permits')
    .select('deadline_s')
    .where('id', '=', permitId)
    .executeTakeFirst()
  return row !== undefined && Number(row.deadline_s) * 1_000 > now().getTime()
}
