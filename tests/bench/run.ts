import { printTable, type Row } from './report.ts'

/** Benches by name; each measures its rows beside their baselines in one run. */
const benches: Record<string, () => Promise<Row[]>> = {
  codec: async () => (await import('./codec.ts')).benchCodec(),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `No bench named ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`,
  )
  process.exit(2)
}

const rows: Row[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.error(`Measuring ${name}…`)
  rows.push(...(await bench()))
}
printTable(rows)
