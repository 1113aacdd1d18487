import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { CsvAnswer } from '../../http/csvAnswer.ts'
import type { Call } from '../../http/implement.ts'
import { paginationOf, readPage } from '../../http/readPage.ts'
import { findPayments } from '../../search/findPayments.ts'
import { parsePosition, paymentCursors, positionText } from '../../search/paymentCursors.ts'
import { readReportingCurrency } from '../../search/readReportingCurrency.ts'
import { describePayment } from './describePayment.ts'
import { exportName } from './exportName.ts'
import { exportPayments } from './exportPayments.ts'
import { followLink } from './followLink.ts'
import { guardPayees } from './guardPayees.ts'
import { loadPayments } from './loadPayments.ts'
import { readFilter } from './readFilter.ts'

type Search = typeof api.payments.search

const DEFAULT_LIMIT = 20

/**
 * Returns a page of the payments that match a query, newest first, with the exact total. For CSV, returns all matches from the position
 * in the query, up to its limit, if there is one.
 *
 * @throws InvalidInputError for a cursor of another list, and what `readFilter` throws
 */
export async function searchPayments(
  context: Pick<Context, 'db' | 'sealer' | 'now'>,
  { query, caller, wantsCsv }: Call<Search>,
): Promise<Output<Search> | CsvAnswer> {
  const asFiltered = await followLink(context, readFilter(query, caller))
  const filter = await guardPayees(context, asFiltered)
  const cursors = paymentCursors(context, filter)
  const asked = readPage(query, cursors, DEFAULT_LIMIT)
  const { limit, offset, after } = asked
  const start = after === null ? { offset } : { after: parsePosition(after) }
  // A client ID is public, so its holder gets no data about a customer.
  const isPublic = caller.credential === 'clientId'
  const reader = { currency: await readReportingCurrency(context, caller.tenantId), isPublic }
  const format = query.format ?? (wantsCsv ? 'csv' : 'json')
  if (format !== 'json') {
    const most = query.limit === undefined ? Number.POSITIVE_INFINITY : limit
    const lines = exportPayments(context, { filter, start, most, reader, format })
    return new CsvAnswer(lines, exportName(query, context.now()))
  }
  const { total, page, hasMore } = await findPayments(context, filter, { ...start, limit })
  const payments = await loadPayments(
    context,
    page.map(({ id }) => id),
  )
  const last = page.at(-1)
  return {
    payments: payments.map((payment) => describePayment(payment, reader)),
    pagination: paginationOf(asked, cursors, {
      total,
      last: hasMore && last !== undefined ? positionText(last) : null,
    }),
  }
}
