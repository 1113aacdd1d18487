import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

export async function getRecurringPayout(
  _context: Context,
  _call: Call<typeof api.payouts.get>,
): Promise<Output<typeof api.payouts.get>> {
  throw new Error('not yet')
}
