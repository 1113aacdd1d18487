import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describeRecurringPayouts } from '../../recurring/describeRecurringPayout.ts'
import { RecurringPaymentNotFoundError } from '../../recurring/errors.ts'
import { findOpenSteps } from '../../recurring/findOpenSteps.ts'
import { loadSchedule } from '../../recurring/loadSchedule.ts'

type Get = typeof api.payouts.get

/**
 * Returns one of the caller's recurring payouts with its completed payments, and the actions that its payer can still take.
 *
 * @throws RecurringPaymentNotFoundError
 */
export async function getRecurringPayout(
  context: Pick<Context, 'config' | 'db' | 'chains' | 'now' | 'log'>,
  { params, caller }: Call<Get>,
): Promise<Output<Get>> {
  const row = await loadSchedule(context, { id: params.id, caller })
  const [[record], steps] = await Promise.all([
    describeRecurringPayouts(context, [row]),
    findOpenSteps(context, row),
  ])
  if (record === undefined) throw new RecurringPaymentNotFoundError()
  return { ...record, ...steps }
}
