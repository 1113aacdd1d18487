import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { createRecurringPayout } from './createRecurringPayout.ts'
import { createSinglePayout } from './createSinglePayout.ts'

type Create = typeof api.payouts.create

/** Creates a payout: one payment that the caller makes now, or with `recurrence` a schedule of them that the service makes. */
export async function createPayout(context: Context, call: Call<Create>): Promise<Output<Create>> {
  return 'recurrence' in call.body
    ? createRecurringPayout(context, call)
    : createSinglePayout(context, call)
}
