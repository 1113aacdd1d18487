import { stringify } from 'csv-stringify/sync'

/** A cell of a CSV file, empty if it is null. A `number` may begin with a minus sign; a string that begins with one gets an apostrophe. */
export type Cell = string | { number: string } | null | undefined

/** The start of a formula inside a string: in many languages Excel separates cells at semicolons, even between quotes. */
const INNER_FORMULA = /(?<=[;\t\r\n]\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/**
 * Writes rows as CSV (RFC 4180). A string that a spreadsheet would read as a formula begins with an apostrophe, even after a semicolon.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return stringify([...rows], {
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      string: (text) => text.replaceAll(INNER_FORMULA, "'"),
      object: ({ number }) => ({ value: String(number), escape_formulas: false }),
    },
  })
}
