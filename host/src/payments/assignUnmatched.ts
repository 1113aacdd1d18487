import { findMerchant, noMerchant } from '../auth/findMerchant.ts'
import type { Context } from '../context.ts'
import { UNKNOWN_REFERENCE } from '../settlement/detectedPayment.ts'

/**
 * Runs the operator's command `assign-unmatched`: assigns a payment with an unknown reference to a merchant, who can then claim
 * it. A claim that another merchant has begun lapses. `isDone` is false if nothing changed; the line then states the reason.
 */
export async function assignUnmatched(
  context: { db: Pick<Context['db'], 'kysely'> },
  id: string,
  merchant: string,
): Promise<{ line: string; isDone: boolean }> {
  const { kysely } = context.db
  const tenantId = await findMerchant(context, merchant)
  if (tenantId === null) return { line: noMerchant(merchant), isDone: false }
  const { numUpdatedRows } = await kysely
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
        // The merchant of the payment is giving the money back.
        not(
          exists(
            selectFrom('refunds')
              .select('refunds.id')
              .whereRef('refunds.unmatched_id', '=', 'unmatched_payments.id'),
          ),
        ),
        // Refunds of an undone claim count only against the returned money of their own merchant.
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
  if (numUpdatedRows > 0n) {
    return { line: `Unmatched payment ${id} now belongs to merchant ${tenantId}.`, isDone: true }
  }
  const line = `There is no unmatched payment ${id} with an unknown reference that no request counts and no refund gives back. GET /v1/operator/unmatched-payments lists all unmatched payments.`
  return { line, isDone: false }
}
