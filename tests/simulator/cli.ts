import { parseArgs } from 'node:util'
import { DEFECTS } from './defects.ts'
import { FAULTS, parseFaults } from './faults.ts'
import { findDefect } from './findDefect.ts'
import { minimise } from './minimise.ts'
import { simulateWorld } from './simulateWorld.ts'

const HELP = `npm run simulate -- [options]

  --seed N           the first world (1)
  --days N           virtual days per world (30)
  --worlds K         worlds, one seed after the other (1)
  --cpu-minutes M    instead: worlds until so much processor time is spent
  --faults a,b       only these kinds of fault; "none" for none
  --defects          puts each known defect in, and counts the worlds that are needed to find it
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
    defects: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** Worlds to run per defect. */
const MAX_WORLDS = 100
/** Lines of a failing world's trace to print. */
const MAX_LINES = 60

if (values.help) console.log(HELP)
else process.exitCode = values.defects ? await listDefects() : await run()

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

async function listDefects(): Promise<number> {
  let missed = 0
  for (const defect of DEFECTS) {
    const firstSeed = Number(values.seed)
    const found = await findDefect(defect, {
      firstSeed,
      maxWorlds: MAX_WORLDS,
      days: Number(values.days),
    })
    if (found === null) missed += 1
    console.log(
      `${defect.name}: ${found === null ? 'not found' : `${found.worlds} worlds, ${found.difference.slice(0, 120)}`}`,
    )
  }
  return missed
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
