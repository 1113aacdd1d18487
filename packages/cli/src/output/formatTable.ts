import { cleanText } from './cleanText.ts'
import { displayWidth, shorten } from './displayWidth.ts'

/** A column: its title, and whether its texts may be shortened to fit. Identifiers never are, because people copy them. */
export type TableColumn = { title: string; isFlexible?: boolean }

const GAP = '  '
const LEAST_WIDTH = 6

/**
 * Formats rows as aligned columns without borders, in at most `width` columns if the fixed ones fit. Shortens the widest flexible column
 * first.
 */
export function formatTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  { width, bold }: { width: number; bold: (text: string) => string },
): string {
  const cells = rows.map((row) => row.map((cell) => cleanText(cell) || '-'))
  const widths = fitWidths(columns, cells, width)
  const line = (row: readonly string[]) =>
    row.map((cell, at) => pad(shorten(cell, widths[at] ?? 0), widths[at] ?? 0)).join(GAP)
  const titles = line(columns.map(({ title }) => title)).trimEnd()
  return [bold(titles), ...cells.map((row) => line(row).trimEnd())]
    .map((text) => `${text}\n`)
    .join('')
}

function fitWidths(
  columns: readonly TableColumn[],
  cells: readonly (readonly string[])[],
  width: number,
): number[] {
  const widths = columns.map(({ title }, at) =>
    Math.max(displayWidth(title), ...cells.map((row) => displayWidth(row[at] ?? ''))),
  )
  const total = () => widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1))
  while (total() > width) {
    const widest = widestFlexible(columns, widths)
    if (widest === null) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function widestFlexible(columns: readonly TableColumn[], widths: readonly number[]): number | null {
  let found: number | null = null
  for (const [at, { isFlexible, title }] of columns.entries()) {
    const own = widths[at] ?? 0
    if (isFlexible !== true || own <= Math.max(LEAST_WIDTH, displayWidth(title))) continue
    if (found === null || own > (widths[found] ?? 0)) found = at
  }
  return found
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}
