import { findCurrency } from '@secure-payment/core/networks'
import type { ConsoleContext } from '../../context.ts'
import type { NetworkChoice } from '../../networkChoices.ts'
import type { Text } from '../../text/text.ts'
import { type CsvRow, parseCsv } from './parseCsv.ts'
import {
  type Payout,
  type PayoutCells,
  type PayoutColumn,
  type PayoutProblems,
  payoutColumns,
  readPayout,
} from './readPayout.ts'

/** The maximum number of payouts per link in the API. */
export const MAX_PAYOUTS = 200

/** A row of the file as written, with its payout or with the errors by column. */
export type FileRow = {
  readonly row: number
  readonly cells: PayoutCells
  readonly payout: Payout | null
  readonly problems: PayoutProblems
}

/** A file whose columns were found; {@link judgeFile} validates the cells for one network. */
export type PayoutFile = {
  readonly rows: readonly { readonly row: number; readonly cells: PayoutCells }[]
  /** The titles of ignored columns. */
  readonly ignored: readonly string[]
}

const NEEDED: readonly PayoutColumn[] = ['recipient', 'currency', 'amount']

/** Other names that people use for the template's columns. */
const ALIASES: ReadonlyMap<string, PayoutColumn> = new Map([
  ['address', 'recipient'],
  ['payee', 'recipient'],
  ['wallet', 'recipient'],
  ['token', 'currency'],
  ['recipientid', 'recipient_id'],
  ['recipient_identifier', 'recipient_id'],
])

/** Returns a CSV file's columns and rows, or an error if the file cannot be paid. */
export function readPayoutFile(
  content: string,
  { text, format }: Pick<ConsoleContext, 'text' | 'format'>,
): PayoutFile | string {
  const { file } = text.payouts
  const csv = parseCsv(content)
  if ('fault' in csv) return file.fault[csv.fault](csv.row)
  const [head, ...rows] = csv.rows
  if (head === undefined) return file.empty
  const columns = head.cells.map(findColumn)
  const missing = NEEDED.filter((column) => !columns.includes(column))
  if (missing.length > 0)
    return file.missing(missing.length, format.list(missing.map(text.common.quote)))
  const twice = payoutColumns.find(
    (column) => columns.indexOf(column) !== columns.lastIndexOf(column),
  )
  if (twice !== undefined) return file.twice(twice)
  if (rows.length === 0) return file.empty
  if (rows.length > MAX_PAYOUTS) return file.tooMany(rows.length, MAX_PAYOUTS)
  const long = rows.find(({ cells }) => cells.slice(columns.length).some((cell) => cell.trim()))
  if (long !== undefined) return file.longRow(long.row)
  return {
    rows: rows.map((row) => ({ row: row.row, cells: takeCells(row, columns) })),
    ignored: head.cells.filter((title, index) => columns[index] === null && title.trim() !== ''),
  }
}

/** Finds the first available network that one of the file's currency ids names; null if there is none. */
export function findFileNetwork(
  { rows }: PayoutFile,
  networks: readonly NetworkChoice[],
): NetworkChoice | null {
  for (const { cells } of rows) {
    const named = findCurrency(cells.currency.trim())?.network
    const network = networks.find(({ id }) => id === named?.id)
    if (network !== undefined) return network
  }
  return null
}

/** Validates every cell of a file for a network. */
export function judgeFile(
  file: PayoutFile,
  options: { network: NetworkChoice; text: Text },
): readonly FileRow[] {
  return file.rows.map(({ row, cells }) => {
    const read = readPayout(cells, { ...options, locale: null })
    return 'payout' in read
      ? { row, cells, payout: read.payout, problems: {} }
      : { row, cells, payout: null, problems: read.problems }
  })
}

function findColumn(title: string): PayoutColumn | null {
  const name = title
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return payoutColumns.find((column) => column === name) ?? ALIASES.get(name) ?? null
}

function takeCells({ cells }: CsvRow, columns: readonly (PayoutColumn | null)[]): PayoutCells {
  const take = (column: PayoutColumn): string => cells[columns.indexOf(column)] ?? ''
  return {
    recipient: take('recipient'),
    currency: take('currency'),
    amount: take('amount'),
    reference: columns.includes('reference') ? take('reference') : '',
    recipient_id: columns.includes('recipient_id') ? take('recipient_id') : '',
  }
}
