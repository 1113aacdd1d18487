import type { api } from '@secure-payment/core/api'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { CsvAnswer } from '../../http/csvAnswer.ts'
import type { Call } from '../../http/implement.ts'
import { type Cell, toCsv } from '../../http/toCsv.ts'
import { readRequestFilter } from './readRequestFilter.ts'
import { type RequestSummary, readRequestPage } from './readRequestPage.ts'
import type { RequestFilter } from './requestFilter.ts'

type ExportContext = Pick<Context, 'config' | 'db' | 'now'>

/** The maximum number of requests in memory at a time. */
const REQUESTS_A_PIECE = 500

/** The columns, in order. New columns go to the end, because programs may read columns by position. */
const COLUMNS: readonly { name: string; read: (request: RequestSummary) => Cell }[] = [
  column('requestId', ({ requestId }) => requestId),
  column('paymentReference', ({ paymentReference }) => paymentReference),
  column('createdAt', ({ createdAt }) => createdAt),
  column('updatedAt', ({ updatedAt }) => updatedAt),
  column('status', ({ status }) => status),
  column('flow', ({ flow }) => flow),
  column('requestAmount', ({ requestAmount }) => requestAmount),
  column('paidAmount', ({ paidAmount }) => paidAmount),
  column('invoiceCurrency', ({ invoiceCurrencyId }) => invoiceCurrencyId),
  column('paymentCurrency', ({ paymentCurrencyId }) => paymentCurrencyId),
  column('network', ({ network }) => network),
  column('payee', ({ payee }) => payee),
  column('payer', ({ payer }) => payer),
  column('txHash', ({ txHash }) => txHash),
  column('hasBeenPaid', ({ hasBeenPaid }) => String(hasBeenPaid)),
  column('reference', ({ reference }) => reference),
  column('customerFirstName', ({ customerInfo }) => customerInfo?.firstName),
  column('customerLastName', ({ customerInfo }) => customerInfo?.lastName),
  column('customerEmail', ({ customerInfo }) => customerInfo?.email),
  column('isCryptoToFiat', (request) => String(request.isCryptoToFiatAllowed)),
  column('refundedRequestId', ({ refundOf }) => refundOf?.requestId),
]

/** Returns all requests that match the filters as CSV, newest first. */
export async function exportRequests(
  context: ExportContext,
  { query, caller }: Call<typeof api.requests.export>,
): Promise<CsvAnswer> {
  const filter = await readRequestFilter(context, query)
  const today = context.now().toISOString().slice(0, 10)
  return new CsvAnswer(writePieces(context, { caller, filter }), `requests-${today}.csv`)
}

/** Writes pieces of whole lines. Each piece begins after the last request of the previous piece, so new requests do not shift the pieces. */
async function* writePieces(
  context: ExportContext,
  { caller, filter }: { caller: Caller; filter: RequestFilter },
): AsyncGenerator<string> {
  let header = toCsv([COLUMNS.map(({ name }) => name)])
  let after: string | null = null
  do {
    const page = { limit: REQUESTS_A_PIECE, offset: 0, after }
    const read = await readRequestPage(context, { caller, filter, page })
    // The header line is sent with the first requests, so that a failed read returns an error.
    yield header + toCsv(read.requests.map((request) => COLUMNS.map((each) => each.read(request))))
    header = ''
    after = read.last
  } while (after !== null)
}

function column(name: string, read: (request: RequestSummary) => Cell) {
  return { name, read }
}
