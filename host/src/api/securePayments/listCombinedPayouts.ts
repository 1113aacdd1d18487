import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { type Combined, listSecurePayments } from './listSecurePayments.ts'

type List = typeof api.securePayments.listBatchPayouts

/** Returns the action that lists the merchant's links of one kind that combine payout links, newest first. */
export function createCombinedList(combined: Combined) {
  return (
    context: Pick<Context, 'config' | 'db' | 'now'>,
    { query, caller: { tenantId } }: Pick<Call<List>, 'query' | 'caller'>,
  ): Promise<Output<List>> => listSecurePayments(context, query, { tenantId, combined })
}
