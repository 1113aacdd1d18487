import type { Tx } from '../../db/openDatabase.ts'
import { TooManyRefundClaimsError } from '../../refunds/claimErrors.ts'

const MOST_CLAIMS = 100

/** Limits the number of claims for a payment, whose request the transaction has locked. @throws TooManyRefundClaimsError */
export async function guardClaimCount(tx: Tx, paymentId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('refund_claims')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_CLAIMS) throw new TooManyRefundClaimsError(MOST_CLAIMS)
}
