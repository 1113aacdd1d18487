import type { api } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { CsvAnswer } from '../../http/csvAnswer.ts'
import type { Call } from '../../http/implement.ts'
import { searchPayments } from './searchPayments.ts'

/** Returns the payments that match a query as CSV, up to the query's limit if it has one. */
export async function exportMatching(
  context: Pick<Context, 'db' | 'sealer' | 'now'>,
  { query, ...call }: Call<typeof api.payments.export>,
): Promise<CsvAnswer> {
  const { format = 'csv' } = query
  const answer = await searchPayments(context, { ...call, query: { ...query, format } })
  if (answer instanceof CsvAnswer) return answer
  throw new TypeError('An export is CSV')
}
