import type { Rate } from './measure.ts'

/** A line in the speed table: this project's figure and its baseline from the same run. `reach` is the goal, as text. */
export type Row = {
  bench: string
  ours: string
  baseline: string
  /** This project's figure divided by the baseline, unless the benchmark states otherwise. */
  ratio: string
  reach: string
  isReached: boolean
}

/** Returns a row for throughput. Its goal is reached if this project's figure is at least `factor` times the baseline. */
export function atLeast(bench: string, ours: Rate, baseline: Rate, factor: number): Row {
  const ratio = ours.median / baseline.median
  return {
    bench,
    ours: describeRate(ours),
    baseline: `${describeRate(baseline)} (${baseline.name})`,
    ratio: `${formatRatio(ratio)}×`,
    reach: `≥ ${factor}×`,
    isReached: ratio >= factor,
  }
}

/** Returns a row for a cost (time, bytes). Its goal is reached if this project's figure is at most `factor` times the baseline. */
export function atMost(
  bench: string,
  ours: { value: number; unit: string },
  baseline: { value: number; name: string },
  factor: number,
): Row {
  const ratio = ours.value / baseline.value
  return {
    bench,
    ours: `${round(ours.value)} ${ours.unit}`,
    baseline: `${round(baseline.value)} ${ours.unit} (${baseline.name})`,
    ratio: `${formatRatio(ratio)}×`,
    reach: `≤ ${factor}×`,
    isReached: ratio <= factor,
  }
}

/** Returns a row for a figure with an absolute limit, such as a size or a latency. */
export function within(bench: string, ours: { value: number; unit: string }, limit: number): Row {
  return {
    bench,
    ours: `${round(ours.value)} ${ours.unit}`,
    baseline: `${limit} ${ours.unit} (limit)`,
    ratio: `${formatRatio(ours.value / limit)}×`,
    reach: `≤ ${limit} ${ours.unit}`,
    isReached: ours.value <= limit,
  }
}

/** Prints rows as a Markdown table. */
export function printTable(rows: readonly Row[]): void {
  const cells = rows.map((row) => [
    row.bench,
    row.ours,
    row.baseline,
    row.ratio,
    row.reach,
    row.isReached ? 'reached' : 'not reached',
  ])
  const table = [['bench', 'ours', 'baseline, same run', 'ratio', 'reach', ''], ...cells]
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = table
  console.log(
    [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n'),
  )
}

function describeRate({ median, cpuUs }: Rate): string {
  return cpuUs === undefined ? perSecond(median) : `${perSecond(median)}, ${round(cpuUs)} µs CPU`
}

function perSecond(rate: number): string {
  if (rate >= 1e6) return `${round(rate / 1e6)} M/s`
  if (rate >= 1e3) return `${round(rate / 1e3)} k/s`
  return `${round(rate)} /s`
}

function formatRatio(ratio: number): string {
  return ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2)
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
