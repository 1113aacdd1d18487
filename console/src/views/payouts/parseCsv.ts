/** An error that concerns the whole file. */
type CsvFault = 'unclosed_quote' | 'text_after_quote' | 'quote_in_text'

/** A row with its cells' text, without quotes. `row` counts as a spreadsheet does: from 1, empty rows included. */
export type CsvRow = { readonly row: number; readonly cells: readonly string[] }

/** The non-empty rows of a file and the separator of their cells; or the row at which the file becomes unreadable. */
export type Csv =
  | { readonly separator: Separator; readonly rows: readonly CsvRow[] }
  | { readonly fault: CsvFault; readonly row: number }

/** Spreadsheets write semicolons if the comma is the decimal mark, and copy cells with tabs. */
const SEPARATORS = [',', ';', '\t'] as const
type Separator = (typeof SEPARATORS)[number]

/**
 * Reads a CSV file by RFC 4180: cells in quotes may hold separators, line breaks and doubled quotes. The parser also accepts:
 * - a byte order mark;
 * - lines that end in LF or CR only;
 * - semicolons or tabs in place of commas, whichever is most frequent in the first non-empty line;
 * - empty lines.
 *
 * A broken quote is an error: the parser does not guess.
 */
export function parseCsv(file: string): Csv {
  const text = file.replace(/^\uFEFF/, '')
  const separator = findSeparator(text)
  const rows: CsvRow[] = []
  let row = 1
  let cells: string[] = []
  let at = 0
  for (;;) {
    const cell = text.charAt(at) === '"' ? readQuoted(text, at) : readPlain(text, at, separator)
    if ('fault' in cell) return { fault: cell.fault, row }
    cells.push(cell.value)
    at = cell.end
    const next = text.charAt(at)
    if (next === separator) {
      at += 1
      continue
    }
    if (next !== '' && next !== '\r' && next !== '\n') return { fault: 'text_after_quote', row }
    if (cells.some((value) => value.trim() !== '')) rows.push({ row, cells })
    if (next === '') return { separator, rows }
    at += text.startsWith('\r\n', at) ? 2 : 1
    row += 1
    cells = []
  }
}

type Cell = { readonly value: string; readonly end: number } | { readonly fault: CsvFault }

function readPlain(text: string, start: number, separator: Separator): Cell {
  let end = start
  while (end < text.length && !`${separator}\r\n`.includes(text.charAt(end))) end += 1
  const value = text.slice(start, end)
  return value.includes('"') ? { fault: 'quote_in_text' } : { value, end }
}

function readQuoted(text: string, start: number): Cell {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && text.charAt(end + 1) === '"') end = text.indexOf('"', end + 2)
  if (end === -1) return { fault: 'unclosed_quote' }
  return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 }
}

function findSeparator(text: string): Separator {
  const first = text.split(/[\r\n]/).find((line) => line.trim() !== '') ?? ''
  const counts = SEPARATORS.map((separator) => first.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}
