import type { Caller } from '../auth/caller.ts'
import { guardScope } from '../auth/guardScope.ts'
import type { Tx } from '../db/openDatabase.ts'

/**
 * Requires the scope `payouts` from a caller who cancels a payout link, and `refunds` for a link that pays refunds. A caller who may not
 * create such a link may not cancel one.
 *
 * @throws ScopeMissingError
 */
export async function guardPayoutLink(tx: Tx, caller: Caller, token: string): Promise<void> {
  const row = await tx
    .selectFrom('secure_payments')
    .select('flow')
    .where('token', '=', token)
    .where('tenant_id', '=', caller.tenantId)
    .executeTakeFirst()
  if (row?.flow !== 'pay') return
  const refund = await tx
    .selectFrom('requests')
    .innerJoin('refunds', 'refunds.refund_request_id', 'requests.id')
    .select('refunds.id')
    .where('requests.secure_payment_token', '=', token)
    .limit(1)
    .executeTakeFirst()
  guardScope(caller, refund === undefined ? 'payouts' : 'refunds')
}
