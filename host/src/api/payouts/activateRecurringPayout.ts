import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

export async function activateRecurringPayout(
  _context: Context,
  _call: Call<typeof api.payouts.activate>,
): Promise<Output<typeof api.payouts.activate>> {
  throw new Error('not yet')
}
