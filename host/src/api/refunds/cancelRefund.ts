import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Call } from '../../http/implement.ts'
import type { Obstacle } from '../../paying/cancelErrors.ts'
import { closeRequests } from '../../paying/cancelRequests.ts'
import { changeUnpaid, type Found, type UnpaidContext } from '../../paying/changeUnpaid.ts'
import {
  RefundNotCancellableError,
  RefundNotFoundError,
  type RefundObstacle,
} from '../../refunds/errors.ts'
import { guardAlone } from '../../refunds/guardAlone.ts'
import { loadRefund } from '../../refunds/loadRefund.ts'
import { describeRefund } from './describeRefund.ts'

type Cancel = typeof api.refunds.cancel

/**
 * Cancels a refund that is not paid in full, and returns it; idempotent. The unpaid part of its amount can then be refunded again.
 *
 * @throws RefundNotFoundError, RefundNotCancellableError
 */
export async function cancelRefund(
  context: UnpaidContext & Pick<Context, 'audit' | 'random'>,
  { params, caller }: Pick<Call<Cancel>, 'params' | 'caller'>,
): Promise<Output<Cancel>> {
  const { id } = params
  const { tenantId } = caller
  const refund = isUlid(id) ? await loadRefund(context, { id, tenantId }) : undefined
  if (refund === undefined) throw new RefundNotFoundError()
  const { refund_request_id: requestId } = refund
  await changeUnpaid(context, {
    caller,
    find: (tx) => findWithLink(tx, requestId),
    check: async (tx, { token, requests: [request] }) => {
      if (request.cancelled_at !== null) return request
      // A link was created for the refund after this call read the refund.
      if (request.secure_payment_token !== token) throw new RefundNotCancellableError('other')
      await guardAlone(tx, request.approval_id)
      return null
    },
    refuse: (obstacle) => new RefundNotCancellableError(toObstacle(obstacle)),
    change: async (tx, { token, requests, now }) => {
      await closeRequests(tx, context, { token, requests, cancelledAt: now.toISOString() })
      await context.audit?.write(tx, id)
      return requests[0]
    },
  })
  const cancelled = await loadRefund(context, { id, tenantId })
  if (cancelled === undefined) throw new RefundNotFoundError()
  return describeRefund(cancelled)
}

/** Finds the refund's request and its link. The link ends with the refund; the link's other refunds do not. */
async function findWithLink(tx: Tx, requestId: string): Promise<Found> {
  const { secure_payment_token: token } = await tx
    .selectFrom('requests')
    .select('secure_payment_token')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
  return { token, requestIds: [requestId] }
}

function toObstacle({ reason }: Obstacle): RefundObstacle {
  return reason === 'paid' || reason === 'seen' ? reason : 'other'
}
