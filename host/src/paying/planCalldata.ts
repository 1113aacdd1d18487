import type { api, Output } from '@secure-payment/core/api'
import { describeCalldata, platformFeeOf, requestForm } from './describeCalldata.ts'
import type { Payable } from './payable.ts'
import { type PlanContext, planSteps } from './planSteps.ts'

/**
 * Plans the transactions that pay a request on its own network, in the format of API versions 1 and 2.
 *
 * @throws what `planSteps` throws
 */
export async function planCalldata(
  context: PlanContext,
  payable: Payable,
  wallet: string | null,
): Promise<Output<typeof api.requests.pay>> {
  const planned = await planSteps(context, [payable], wallet)
  const { transactions, metadata } = describeCalldata(planned, requestForm)
  return { transactions, metadata: { ...metadata, ...platformFeeOf(payable.fee) } }
}
