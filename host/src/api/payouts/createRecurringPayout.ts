import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

export async function createRecurringPayout(
  _context: Context,
  _call: Call<typeof api.payouts.create>,
): Promise<Output<typeof api.payouts.create>> {
  throw new Error('not yet')
}
