import type { Tx } from '../db/openDatabase.ts'

/** Ends the waiting approvals of payouts that are cancelled in the same transaction. */
export async function endApprovals(
  tx: Tx,
  rows: readonly { approval_id: string | null }[],
  at: string,
): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ approval_id }) => approval_id ?? []))]
  if (ids.length === 0) return
  await tx
    .updateTable('approvals')
    .set({ status: 'cancelled', decided_at: at })
    .where('id', 'in', ids)
    .where('status', '=', 'waiting')
    .execute()
}
