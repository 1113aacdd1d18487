import { parseArgs } from 'node:util'
import { FAULTS, parseFaults } from './faults.ts'
import { minimise } from './minimise.ts'
import { simulateWorld } from './simulateWorld.ts'

const HELP = `npm run simulate -- [options]

  --seed N           the first world (1)
  --days N           virtual days per world (30)
  --worlds K         worlds, one seed after the other (1)
  --cpu-minutes M    instead: worlds until so much processor time is spent
  --faults a,b       only these kinds of fault; "none" for none
  --whole            prints the whole trace with every statement
  --keep             does not make a failing world smaller
`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '30' },
    worlds: { type: 'string', default: '1' },
    'cpu-minutes': { type: 'string' },
    faults: { type: 'string' },
    whole: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** Lines of a failing world's trace that are printed. */
const MAX_LINES = 60

if (values.help) console.log(HELP)
else process.exitCode = await run()

async function run(): Promise<number> {
  const first = Number(values.seed)
  const days = Number(values.days)
  const faults =
    values.faults === undefined ? FAULTS : parseFaults(values.faults.replace('none', ''))
  const budget = values['cpu-minutes']
  const isOver = (worlds: number) =>
    budget === undefined ? worlds >= Number(values.worlds) : cpuSeconds() >= Number(budget) * 60
  const failed: number[] = []
  let worlds = 0
  for (; !isOver(worlds); worlds += 1) {
    const options = { seed: first + worlds, days, faults, isDetailed: values.whole }
    const report = await simulateWorld(options)
    if (values.whole) console.log(report.trace.join('\n'))
    if (isOver(worlds + 1) && worlds === 0) {
      console.log(
        `seed ${report.seed}: trace ${report.traceHash}, ${JSON.stringify(report.counts)}`,
      )
    }
    if (report.differences.length === 0) continue
    failed.push(report.seed)
    await explain(options)
  }
  const seconds = cpuSeconds()
  const pace = Math.round((worlds / seconds) * 3_600)
  console.log(
    `${worlds} worlds of ${days} days, ${failed.length} failed, ${seconds.toFixed(1)} s of processor time (${pace} worlds per CPU-hour)`,
  )
  return failed.length === 0 ? 0 : 1
}

async function explain(options: Parameters<typeof minimise>[0]): Promise<void> {
  const report = values.keep
    ? { ...(await simulateWorld(options)), options }
    : await minimise(options)
  const { seed, days, faults } = report.options
  const kinds = faults.length === 0 ? 'none' : faults.join(',')
  console.log(`FAILED: npm run simulate -- --seed ${seed} --days ${days} --faults ${kinds}`)
  for (const difference of report.differences) console.log(`  ${difference}`)
  for (const line of report.trace.slice(-MAX_LINES)) console.log(`    ${line}`)
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
