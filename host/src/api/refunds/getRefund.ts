import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { RefundNotFoundError } from '../../refunds/errors.ts'
import { loadRefund } from '../../refunds/loadRefund.ts'
import { describeRefund } from './describeRefund.ts'

type Get = typeof api.refunds.get

/** Returns one of the merchant's refunds. @throws RefundNotFoundError */
export async function getRefund(
  context: Pick<Context, 'db'>,
  { params, caller }: Pick<Call<Get>, 'params' | 'caller'>,
): Promise<Output<Get>> {
  const { id } = params
  if (!isUlid(id)) throw new RefundNotFoundError()
  const refund = await loadRefund(context, { id, tenantId: caller.tenantId })
  if (refund === undefined) throw new RefundNotFoundError()
  return describeRefund(refund)
}
