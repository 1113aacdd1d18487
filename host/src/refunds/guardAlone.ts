import type { Tx } from '../db/openDatabase.ts'
import { parseStoredList } from '../db/parseStoredList.ts'
import { RefundNotCancellableError } from './errors.ts'

/**
 * Rejects the cancellation of one of several refunds that wait for one approval, because it would end the approval of the others.
 *
 * @throws RefundNotCancellableError
 */
export async function guardAlone(tx: Tx, approvalId: string | null): Promise<void> {
  if (approvalId === null) return
  const approval = await tx
    .selectFrom('approvals')
    .select(['request_ids', 'status'])
    .where('id', '=', approvalId)
    .executeTakeFirst()
  if (approval === undefined || approval.status !== 'waiting') return
  if (parseStoredList(approval.request_ids).length > 1) {
    throw new RefundNotCancellableError('approval')
  }
}
