import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { among } from '../search/among.ts'

/**
 * Reopens the signed payments of requests whose payment a reorganisation removed: the signature can be used until its deadline, so the
 * relayer follows it again, and the payer must pay nothing else. A request has at most one such payment, the latest.
 */
export async function reopenSigned(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  requestIds: readonly string[],
): Promise<void> {
  if (requestIds.length === 0) return
  await tx
    .updateTable('signed_payments')
    .set({ status: 'sent', updated_at: now().toISOString() })
    .where(among(db.dialect, 'request_id', requestIds))
    .where('status', '=', 'confirmed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.request_id', '=', 'signed_payments.request_id')
            .whereRef('payments.tx_hash', '=', 'signed_payments.tx_hash'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('signed_payments as later')
            .select('later.id')
            .whereRef('later.request_id', '=', 'signed_payments.request_id')
            .whereRef('later.created_at', '>', 'signed_payments.created_at'),
        ),
      ),
    )
    .execute()
}
