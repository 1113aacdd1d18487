import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

export async function listRecurringPayouts(
  _context: Context,
  _call: Call<typeof api.payouts.list>,
): Promise<Output<typeof api.payouts.list>> {
  throw new Error('not yet')
}
