import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { CsvAnswer } from '../../http/csvAnswer.ts'
import type { Call } from '../../http/implement.ts'
import { findPayments } from '../../search/findPayments.ts'
import { readCursor, writeCursor } from '../../search/pageCursor.ts'
import type { PageRequest } from '../../search/paymentFilter.ts'
import { describePayment } from './describePayment.ts'
import { exportPayments } from './exportPayments.ts'
import { guardPayees } from './guardPayees.ts'
import { loadPayments } from './loadPayments.ts'
import { readFilter } from './readFilter.ts'

type Search = typeof api.payments.search

const DEFAULT_LIMIT = 20

/**
 * Returns a page of the payments that match a query, newest first, with the exact number of all of them. For CSV, it
 * returns all of them from the position that the query names, up to its limit when it has one.
 */
export async function searchPayments(
  context: Pick<Context, 'db' | 'sealer' | 'now'>,
  { query, caller, wantsCsv }: Call<Search>,
): Promise<Output<Search> | CsvAnswer> {
  const filter = await guardPayees(context, readFilter(query, caller))
  const limit = Number(query.limit ?? DEFAULT_LIMIT)
  const offset = Number(query.offset ?? 0)
  const start =
    query.cursor === undefined ? { offset } : { after: readCursor(context, filter, query.cursor) }
  // A client ID is public, so its holder gets no data about a customer.
  const isPublic = caller.credential === 'clientId'
  if (query.format === 'csv' || (query.format === undefined && wantsCsv)) {
    const most = query.limit === undefined ? Number.POSITIVE_INFINITY : limit
    const lines = exportPayments(context, { filter, start, most, isPublic })
    return new CsvAnswer(lines, `payments-${context.now().toISOString().slice(0, 10)}.csv`)
  }
  const request: PageRequest = { ...start, limit }
  const { total, page, hasMore } = await findPayments(context, filter, request)
  const payments = await loadPayments(
    context,
    page.map(({ id }) => id),
  )
  const last = page.at(-1)
  return {
    payments: payments.map((payment) => describePayment(payment, { isPublic })),
    pagination: {
      total,
      limit,
      offset,
      hasMore,
      nextCursor: hasMore && last !== undefined ? writeCursor(context, filter, last) : null,
    },
  }
}
