import type { api, Output } from '@secure-payment/core/api'
import type { Caller } from '../../auth/caller.ts'
import { guardScope } from '../../auth/guardScope.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Call } from '../../http/implement.ts'
import { CancelRefusedError } from '../../paying/cancelErrors.ts'
import { cancelRequests } from '../../paying/cancelRequests.ts'
import type { Found } from '../../paying/changeUnpaid.ts'
import { guardPayoutLink } from '../../paying/guardPayoutLink.ts'
import { guardAlone } from '../../refunds/guardAlone.ts'
import { RequestNotFoundError } from '../../requests/errors.ts'
import { isRequestId } from '../../requests/isRequestId.ts'

type Cancel = typeof api.requests.cancel

/**
 * Cancels a request in the caller's tenant, and the payment page that has only this request; idempotent.
 *
 * @throws ScopeMissingError for a payout or a refund; RequestNotFoundError, CancelRefusedError, RefundNotCancellableError
 */
export async function cancelRequest(
  context: Pick<Context, 'audit' | 'chains' | 'config' | 'db' | 'log' | 'now' | 'random'>,
  { params, caller }: Call<Cancel>,
): Promise<Output<Cancel>> {
  const { requestId } = params
  if (!isRequestId(requestId)) throw new RequestNotFoundError()
  const facts = { requestId, caller }
  const cancelled = await cancelRequests(context, { caller, find: (tx) => find(tx, facts) })
  if (cancelled === null) throw new RequestNotFoundError()
  const { token, cancelledAt } = cancelled
  return { requestId, status: 'invalidated', securePaymentToken: token, cancelledAt }
}

async function find(
  tx: Tx,
  { requestId, caller }: { requestId: string; caller: Caller },
): Promise<Found | null> {
  const request = await tx
    .selectFrom('requests')
    .select(['secure_payment_token', 'cancelled_at', 'is_payout', 'approval_id'])
    .where('id', '=', requestId)
    .where('tenant_id', '=', caller.tenantId)
    .executeTakeFirst()
  if (request === undefined) return null
  if (request.is_payout === 1) await guardPayout(tx, { requestId, caller, request })
  const token = request.secure_payment_token
  if (token === null) return { token, requestIds: [requestId] }
  await guardPayoutLink(tx, caller, token)
  const sibling = await tx
    .selectFrom('requests')
    .select('id')
    .where('secure_payment_token', '=', token)
    .where('id', '!=', requestId)
    .limit(1)
    .executeTakeFirst()
  const isAlone = sibling === undefined || request.cancelled_at !== null
  if (!isAlone) throw new CancelRefusedError({ reason: 'batch' })
  return { token, requestIds: [requestId] }
}

/** A caller who may not create a payout or a refund may not stop one, or end the approval that it waits for. */
async function guardPayout(
  tx: Tx,
  facts: {
    requestId: string
    caller: Caller
    request: { cancelled_at: string | null; approval_id: string | null }
  },
): Promise<void> {
  const { requestId, caller, request } = facts
  const refund = await tx
    .selectFrom('refunds')
    .select('id')
    .where('refund_request_id', '=', requestId)
    .executeTakeFirst()
  if (refund === undefined) return guardScope(caller, 'payouts')
  guardScope(caller, 'refunds')
  if (request.cancelled_at === null) await guardAlone(tx, request.approval_id)
}
