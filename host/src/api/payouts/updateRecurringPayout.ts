import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

export async function updateRecurringPayout(
  _context: Context,
  _call: Call<typeof api.payouts.update>,
): Promise<Output<typeof api.payouts.update>> {
  throw new Error('not yet')
}
