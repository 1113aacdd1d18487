import { styleText } from 'node:util'
import type { Io, Output } from '../io.ts'
import { cleanJson, cleanOutput, cleanText } from './cleanText.ts'
import { describeFailure } from './describeFailure.ts'
import { formatRecord } from './formatRecord.ts'
import { formatTable, type TableColumn } from './formatTable.ts'

/** Writes a command's results: texts for people, or JSON with `--json`. Results go to stdout, and everything else to stderr. */
export type Printer = {
  isJson: boolean
  /** Prints a result: its JSON, or the text that `toText` returns for it. */
  result(value: unknown, toText: (format: Format) => string): void
  /** Prints one result of a stream: one line of JSON, or the text. */
  item(value: unknown, toText: (format: Format) => string): void
  /** Prints a line about the command's progress; nothing with `--json`. */
  note(text: string): void
  /** Prints a warning, even with `--json`. */
  warn(text: string): void
  failure(error: unknown): void
}

/** Formats texts for one output. */
export type Format = {
  table(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string
  record(value: unknown): string
  style(name: StyleName, text: string): string
}

/** The styles of text. An output without colours ignores them. */
export type StyleName = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

/** The width of tables if the output is not a terminal. */
const DEFAULT_WIDTH = 80

/** Creates a printer. Colours need a terminal, and `NO_COLOR` without a value, as https://no-color.org defines. */
export function createPrinter(
  io: Pick<Io, 'env' | 'stdout' | 'stderr'>,
  { isJson, hasColours }: { isJson: boolean; hasColours: boolean },
): Printer {
  const out = createFormat(io.stdout, hasColours && !io.env['NO_COLOR'])
  const err = createFormat(io.stderr, hasColours && !io.env['NO_COLOR'])
  return {
    isJson,
    result(value, toText) {
      const json = () => `${cleanJson(JSON.stringify(value ?? null, null, 2))}\n`
      io.stdout.write(isJson ? json() : cleanOutput(toText(out)))
    },
    item(value, toText) {
      const json = () => `${cleanJson(JSON.stringify(value))}\n`
      io.stdout.write(isJson ? json() : cleanOutput(toText(out)))
    },
    note(text) {
      if (!isJson) io.stderr.write(`${err.style('dim', cleanText(text))}\n`)
    },
    warn(text) {
      io.stderr.write(`${err.style('yellow', 'warning:')} ${cleanText(text)}\n`)
    },
    failure(error) {
      const { json, lines } = describeFailure(error)
      if (isJson) {
        io.stderr.write(`${cleanJson(JSON.stringify({ error: json }))}\n`)
        return
      }
      const [first = '', ...rest] = lines.map(cleanText)
      io.stderr.write(`${err.style('red', 'error:')} ${first}\n`)
      for (const line of rest) io.stderr.write(`  ${line}\n`)
    },
  }
}

function createFormat(output: Output, hasColours: boolean): Format {
  const style = (name: StyleName, text: string) =>
    hasColours && output.isTTY ? styleText(name, text, { validateStream: false }) : text
  return {
    style,
    table: (columns, rows) =>
      formatTable(columns, rows, {
        width: Math.max(DEFAULT_WIDTH, output.columns ?? 0),
        bold: (text) => style('bold', text),
      }),
    record: formatRecord,
  }
}
