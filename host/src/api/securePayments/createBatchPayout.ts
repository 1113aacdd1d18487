import type { api, Output } from '@secure-payment/core/api'
import type { Call } from '../../http/implement.ts'
import { readFeePlan } from '../../requests/feePlan.ts'
import { securePaymentUrl } from '../../requests/securePaymentUrl.ts'
import { type CombineContext, combinePayouts } from './combinePayouts.ts'

type Create = typeof api.securePayments.createBatchPayout

/** Combines payout links into one. @throws what `combinePayouts` throws */
export async function createBatchPayout(
  context: CombineContext,
  { body, ...call }: Pick<Call<Create>, 'body' | 'caller' | 'idempotency'>,
): Promise<Output<Create>> {
  const combination = { ...body, field: 'tokens', isMulticall: false } as const
  return combinePayouts(
    context,
    call,
    combination,
    ({ page: { token, fee_plan }, requestIds }) => ({
      requestIds: [...requestIds],
      securePaymentUrl: securePaymentUrl(context.config, token),
      token,
      feePlan: readFeePlan(fee_plan),
    }),
  )
}
