import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describePage } from './describePage.ts'
import { findByCode } from './findByCode.ts'

type Open = typeof api.refundClaims.open

/** Returns a claim to the page that has its code. @throws RefundClaimNotFoundError, RefundClaimUsedError, RefundClaimOverError */
export async function openRefundClaim(
  context: Pick<Context, 'db' | 'log' | 'now'>,
  { params, body, caller }: Pick<Call<Open>, 'params' | 'body' | 'caller'>,
): Promise<Output<Open>> {
  const claim = await findByCode(context, { id: params.id, code: body.code, caller })
  return describePage(context, claim)
}
