import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { readUnmatchedPayments } from './readUnmatchedPayments.ts'

type List = typeof api.unmatchedPayments.list

/** Lists the merchant's payments that match no request. */
export async function listUnmatchedPayments(
  context: Pick<Context, 'db'>,
  { query, caller }: Call<List>,
): Promise<Output<List>> {
  return readUnmatchedPayments(context, query, caller.tenantId)
}
