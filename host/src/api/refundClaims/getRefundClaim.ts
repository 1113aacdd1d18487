import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { RefundClaimNotFoundError } from '../../refunds/claimErrors.ts'
import { describeClaim } from './describeClaim.ts'
import { selectClaims } from './selectClaims.ts'

type Get = typeof api.refundClaims.get

/** Returns one of the merchant's claims. @throws RefundClaimNotFoundError */
export async function getRefundClaim(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { params, caller }: Pick<Call<Get>, 'params' | 'caller'>,
): Promise<Output<Get>> {
  if (!isUlid(params.id)) throw new RefundClaimNotFoundError()
  const claim = await selectClaims(db.kysely)
    .where('refund_claims.id', '=', params.id)
    .where('refund_claims.tenant_id', '=', caller.tenantId)
    .executeTakeFirst()
  if (claim === undefined) throw new RefundClaimNotFoundError()
  return describeClaim(claim, now())
}
