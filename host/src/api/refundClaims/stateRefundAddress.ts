import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { RefundClaimOverError } from '../../refunds/claimErrors.ts'
import { PaymentNotFoundError } from '../../refunds/errors.ts'
import { loadPayment } from '../refunds/loadPayment.ts'
import { chooseAddress } from './chooseAddress.ts'
import { describePage } from './describePage.ts'
import { findByCode } from './findByCode.ts'

type State = typeof api.refundClaims.state

/**
 * Stores the address that a payer states with a link's code. Of concurrent calls, only one stores its address.
 *
 * @throws RefundClaimNotFoundError, RefundClaimUsedError, RefundClaimOverError, and what `chooseAddress` throws
 */
export async function stateRefundAddress(
  context: Pick<Context, 'chains' | 'config' | 'db' | 'log' | 'now'>,
  { params, body, caller }: Pick<Call<State>, 'params' | 'body' | 'caller'>,
): Promise<Output<State>> {
  const presented = { id: params.id, code: body.code, caller }
  const claim = await findByCode(context, presented)
  const payment = await loadOf(context, claim)
  const recipient = await chooseAddress(context, payment, body.recipient)
  const stated_at = context.now().toISOString()
  const stated = await context.db.kysely
    .updateTable('refund_claims')
    .set({ recipient, stated_at })
    .where('id', '=', claim.id)
    .where('stated_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', stated_at)
    .returningAll()
    .executeTakeFirst()
  // Another call came first, or the link ended; the claim's current state gives the reason.
  if (stated === undefined) await findByCode(context, presented)
  if (stated === undefined) throw new RefundClaimOverError()
  return describePage(context, stated)
}

/** @throws RefundClaimOverError if the payment has left the chain */
async function loadOf(
  context: Pick<Context, 'db'>,
  { payment_id: id, tenant_id: tenantId }: { payment_id: string; tenant_id: string },
) {
  try {
    return await loadPayment(context, { id, tenantId })
  } catch (error) {
    throw error instanceof PaymentNotFoundError ? new RefundClaimOverError() : error
  }
}
