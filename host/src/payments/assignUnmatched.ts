import { findMerchant, noMerchant } from '../auth/findMerchant.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { UNKNOWN_REFERENCE } from '../settlement/detectedPayment.ts'

/**
 * Runs the operator's command `assign-unmatched`: assigns a payment with an unknown reference to a merchant, who can then claim
 * it. A claim that another merchant has begun lapses. `isDone` is false if nothing changed; the line then states the reason.
 *
 * A refund locks the payment without changing it. Therefore, only a statement that begins after the lock is acquired finds the refund.
 */
export async function assignUnmatched(
  context: { db: Pick<Context['db'], 'kysely' | 'dialect' | 'transaction'> },
  id: string,
  merchant: string,
): Promise<{ line: string; isDone: boolean }> {
  const tenantId = await findMerchant(context, merchant)
  if (tenantId === null) return { line: noMerchant(merchant), isDone: false }
  const isDone = await context.db.transaction(async (tx) => {
    const payment = tx.selectFrom('unmatched_payments').select('id').where('id', '=', id)
    await (context.db.dialect === 'postgres' ? payment.forUpdate() : payment).execute()
    return assign(tx, id, tenantId)
  })
  if (isDone) {
    return { line: `Unmatched payment ${id} now belongs to merchant ${tenantId}.`, isDone }
  }
  const line = `There is no unmatched payment ${id} with an unknown reference that no request counts and no refund returns. GET /v1/operator/unmatched-payments lists all unmatched payments.`
  return { line, isDone }
}

/** Assigns a locked payment; returns false if a request counts it or a refund gives it back. */
async function assign(tx: Tx, id: string, tenantId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('unmatched_payments')
    .set({ tenant_id: tenantId, claimed_request_id: null })
    .where('id', '=', id)
    .where('reason', '=', UNKNOWN_REFERENCE)
    .where(({ and, not, exists, selectFrom }) =>
      and([
        not(
          exists(
            selectFrom('payments')
              .select('payments.id')
              .whereRef('payments.network', '=', 'unmatched_payments.network')
              .whereRef('payments.tx_hash', '=', 'unmatched_payments.tx_hash')
              .whereRef('payments.log_index', '=', 'unmatched_payments.log_index'),
          ),
        ),
        // The payment's merchant is giving the money back.
        not(
          exists(
            selectFrom('refunds')
              .select('refunds.id')
              .whereRef('refunds.unmatched_id', '=', 'unmatched_payments.id'),
          ),
        ),
        // Another merchant's held refund, from a claim that was undone, counts only against money that the same merchant owns.
        not(
          exists(
            selectFrom('refunds')
              .select('refunds.id')
              .whereRef('refunds.tx_hash', '=', 'unmatched_payments.tx_hash')
              .whereRef('refunds.network', '=', 'unmatched_payments.network')
              .where('refunds.tenant_id', '<>', tenantId)
              .where('refunds.held_at', 'is not', null),
          ),
        ),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
