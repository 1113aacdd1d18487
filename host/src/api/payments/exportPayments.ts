import type { Context } from '../../context.ts'
import { toCsv } from '../../http/toCsv.ts'
import { findPayments } from '../../search/findPayments.ts'
import type { PaymentFilter, Position } from '../../search/paymentFilter.ts'
import { describePayment, type Reader } from './describePayment.ts'
import { CSV_COLUMNS } from './exportColumns.ts'
import { type LoadedPayment, loadPayments } from './loadPayments.ts'
import { createKnownParts, readOrderShares } from './readOrderShares.ts'
import { SHEET_COLUMNS } from './sheetColumns.ts'

/** The maximum number of payments in memory at a time. */
const PAYMENTS_A_PIECE = 500

/** This mark makes Excel read a file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The payments to export: those that match a filter, from a position on, up to a limit. */
export type Export = {
  filter: PaymentFilter
  start: { offset: number } | { after: Position }
  most: number
  reader: Reader
  /** `csv` has columns for programs; `spreadsheet` has signed columns for accountants, below titles that follow a byte order mark. */
  format: 'csv' | 'spreadsheet'
}

/**
 * Writes payments as CSV (RFC 4180), newest first: a header line, then one line per payment. Each piece begins after the last payment of
 * the previous piece, which has already been sent, so new payments do not shift the pieces.
 */
export async function* exportPayments(
  context: Pick<Context, 'db'>,
  { filter, start, most, reader, format }: Export,
): AsyncGenerator<string> {
  const known = createKnownParts()
  let from = start
  for (let left = most; left > 0; left -= PAYMENTS_A_PIECE) {
    const limit = Math.min(left, PAYMENTS_A_PIECE)
    const { page, hasMore } = await findPayments(context, filter, { ...from, limit })
    const payments = await loadPayments(
      context,
      page.map(({ id }) => id),
    )
    const lines = await writeLines(context, payments, { reader, known, format })
    // The header line is sent with the first payments, so that a failed search returns an error.
    yield from === start ? `${headerOf(format)}${lines}` : lines
    const last = page.at(-1)
    if (last === undefined || !hasMore) return
    from = { after: last }
  }
}

function headerOf(format: Export['format']): string {
  return format === 'csv'
    ? toCsv([CSV_COLUMNS.map(({ name }) => name)])
    : `${BYTE_ORDER_MARK}${toCsv([SHEET_COLUMNS.map(({ title }) => title)])}`
}

async function writeLines(
  context: Pick<Context, 'db'>,
  payments: readonly LoadedPayment[],
  {
    reader,
    known,
    format,
  }: Pick<Export, 'reader' | 'format'> & {
    known: ReturnType<typeof createKnownParts>
  },
): Promise<string> {
  const columns = format === 'csv' ? CSV_COLUMNS : SHEET_COLUMNS
  const shares = await readOrderShares(context, payments, known)
  return toCsv(
    payments.map((loaded) => {
      const { isPublic } = reader
      const share = shares.get(loaded.payment.id) ?? null
      const exported = { loaded, described: describePayment(loaded, reader), share, isPublic }
      return columns.map(({ read }) => read(exported))
    }),
  )
}
