import { parseArgs } from 'node:util'
import { mutateRoom, type RoomReport } from './mutation/mutateRoom.ts'
import { ROOMS } from './mutation/rooms.ts'

const HELP = `npm run mutate -- [rooms] [options]

  rooms          ${ROOMS.map(({ name }) => name).join(', ')}; without one, all
  --sample K     K mutants per room, drawn by the seed; without it, all
  --seed N       the seed of the sample (1)
  --survivors    only the mutants that the last run of the room did not kill
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    survivors: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const unknown = positionals.filter((name) => !ROOMS.some((room) => room.name === name))

if (values.help || unknown.length > 0) console.log(HELP)
else await mutateRooms()

async function mutateRooms(): Promise<void> {
  const rooms = ROOMS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const options = {
    seed: Number(values.seed),
    sample: values.sample === undefined ? null : Number(values.sample),
    onlySurvivors: values.survivors,
  }
  const rows: string[] = []
  for (const room of rooms) {
    const startedMs = Date.now()
    const report = await mutateRoom(room, options)
    printSurvivors(report)
    const minutes = ((Date.now() - startedMs) / 60_000).toFixed(1)
    rows.push(`${formatScore(report)}, ${minutes} minutes`)
  }
  console.log(rows.join('\n'))
}

function printSurvivors({ tried }: RoomReport): void {
  for (const { file, line, column, change, original, replacement, outcome, message } of tried) {
    if (outcome === 'killed') continue
    const reason = message === null ? '' : `, ${message}`
    const before = original.replaceAll(/\s+/g, ' ')
    const after = replacement.replaceAll(/\s+/g, ' ')
    console.log(`${outcome}: ${file}:${line}:${column} ${change}: ${before} -> ${after}${reason}`)
  }
}

function formatScore({ name, total, tried }: RoomReport): string {
  const killed = tried.filter(({ outcome }) => outcome === 'killed').length
  const percent = ((100 * killed) / tried.length).toFixed(1)
  const drawn = tried.length === total ? `${total}` : `${tried.length} of ${total}`
  return `${name}: ${drawn} mutants, ${killed} killed, ${percent} %`
}
