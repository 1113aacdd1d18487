import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import type { Obstacle } from '../../paying/cancelErrors.ts'
import { closeRequests } from '../../paying/cancelRequests.ts'
import { changeUnpaid, type UnpaidContext } from '../../paying/changeUnpaid.ts'
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
 * Cancels a refund that no payment has reached, and returns it; idempotent. Its amount can then be refunded again.
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
  const requestIds = [refund.refund_request_id]
  await changeUnpaid(context, {
    caller,
    find: async () => ({ token: null, requestIds }),
    check: async (tx, { requests: [request] }) => {
      if (request.cancelled_at !== null) return request
      await guardAlone(tx, request.approval_id)
      return null
    },
    refuse: (obstacle) => new RefundNotCancellableError(toObstacle(obstacle)),
    change: async (tx, { requests, now }) => {
      await closeRequests(tx, context, { token: null, requests, cancelledAt: now.toISOString() })
      await context.audit?.write(tx, id)
      return requests[0]
    },
  })
  const cancelled = await loadRefund(context, { id, tenantId })
  if (cancelled === undefined) throw new RefundNotFoundError()
  return describeRefund(cancelled)
}

function toObstacle({ reason }: Obstacle): RefundObstacle {
  return reason === 'paid' || reason === 'seen' ? reason : 'other'
}
