import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { parseStoredList } from '../../db/parseStoredList.ts'
import type { Call } from '../../http/implement.ts'
import type { Obstacle } from '../../paying/cancelErrors.ts'
import { closeRequests } from '../../paying/cancelRequests.ts'
import { changeUnpaid, type UnpaidContext } from '../../paying/changeUnpaid.ts'
import {
  RefundNotCancellableError,
  RefundNotFoundError,
  type RefundObstacle,
} from '../../refunds/errors.ts'
import { loadRefund } from '../../refunds/loadRefund.ts'
import type { WholeRequest } from '../../requests/requestPlan.ts'
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
      await guardAlone(tx, request)
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

/** Cancelling one of several refunds would end the approval of the others. @throws RefundNotCancellableError */
async function guardAlone(tx: Tx, { approval_id }: WholeRequest): Promise<void> {
  if (approval_id === null) return
  const approval = await tx
    .selectFrom('approvals')
    .select(['request_ids', 'status'])
    .where('id', '=', approval_id)
    .executeTakeFirst()
  if (approval === undefined || approval.status !== 'waiting') return
  if (parseStoredList(approval.request_ids).length > 1) {
    throw new RefundNotCancellableError('approval')
  }
}

function toObstacle({ reason }: Obstacle): RefundObstacle {
  return reason === 'paid' || reason === 'seen' ? reason : 'other'
}
