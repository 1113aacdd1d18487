import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Mutant, mutateSource } from './mutateSource.ts'
import type { Covered, PlannedMutant, PlannedSuite } from './plan.ts'
import { readCoverage } from './readCoverage.ts'
import type { Room } from './rooms.ts'
import { type Fate, tryMutants } from './runWorker.ts'

export type MutateOptions = {
  seed: number
  /** The number of mutants to draw, null for all. */
  sample: number | null
  /** Only the mutants that survived the last run, if the sources are unchanged. */
  onlySurvivors: boolean
}

/** A mutant with its file and result; `by` is null if no test reached it, or the worker ended. */
export type Tried = Mutant & Omit<Fate, 'id'> & { file: string }

export type RoomReport = { name: string; total: number; tried: readonly Tried[] }

/** The maximum time that a mutant's tests may take while no mutant is active; the run omits slower suites. */
const MAX_MUTANT_MS = 90_000

/** Tries each mutant of a room's sources in turn, or a sample of the mutants, with the tests that reach it. */
export async function mutateRoom(room: Room, options: MutateOptions): Promise<RoomReport> {
  const { files, mutants, hash } = instrument(room)
  const last = readLast(room, hash)
  const drawn = draw(mutants, options)
  const chosen = options.onlySurvivors && last ? unkilled(last) : drawn
  const suites = listFiles(room.suites).filter((file) => file.endsWith('.test.ts'))
  const coverage = await readCoverage(room.name, hash, { files, suites })
  const sound = coverage.filter(({ failure }) => failure === null)
  const fates = new Map<number, Fate>()
  const planned = chosen.map(({ id }) => planMutant(id, sound))
  const reached = planned.filter(({ suites }) => suites.length > 0)
  // Mutants that need freshly loaded modules come last, so that modules stay loaded as long as possible.
  await tryAll(reached.filter(({ isFresh }) => !isFresh))
  const again = reached.filter(({ id }) => room.isPure && fates.get(id)?.outcome !== 'killed')
  const fresh = reached.filter((mutant) => mutant.isFresh || again.includes(mutant))
  await tryAll(fresh.map((mutant) => toFresh(mutant)))
  const tried = chosen.map((mutant) => ({ ...mutant, ...fateOf(mutant.id) }))
  const kept = options.onlySurvivors && last ? merge(last, tried) : tried
  const report = { name: room.name, total: mutants.length, tried: kept }
  writeLast(room, hash, report)
  return report

  async function tryAll(some: readonly PlannedMutant[]): Promise<void> {
    let done = 0
    await tryMutants(files, some, (fate) => {
      fates.set(fate.id, fate)
      done += 1
      if (done % 50 === 0) console.log(`${room.name}: ${done} of ${some.length}`)
    })
  }

  function fateOf(id: number): Omit<Fate, 'id'> {
    return fates.get(id) ?? { outcome: 'survived', by: null, message: 'No test reaches it.' }
  }
}

function instrument(room: Room) {
  const files: Record<string, number> = {}
  const mutants: (Mutant & { file: string })[] = []
  const hash = createHash('sha256')
  for (const file of listFiles(room.sources).filter((path) => !path.endsWith('.test.ts'))) {
    const code = readFileSync(file, 'utf8')
    hash.update(code)
    files[resolve(file)] = mutants.length
    const own = mutateSource(file, code, mutants.length).mutants
    hash.update(JSON.stringify(own))
    mutants.push(...own.map((mutant) => ({ ...mutant, file })))
  }
  return { files, mutants, hash: hash.digest('hex') }
}

function listFiles(globs: readonly string[]): string[] {
  return [...new Set(globs.flatMap((glob) => globSync(glob).sort()))]
}

/** Draws mutants without repetition; the same seed and the same sources give the same mutants. */
function draw<Item>(all: readonly Item[], { seed, sample }: MutateOptions): Item[] {
  if (sample === null || sample >= all.length) return [...all]
  const ranked = all.map((item, index) => ({
    item,
    index,
    rank: createHash('sha256').update(`${seed}/${index}`).digest('hex'),
  }))
  return ranked
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, sample)
    .sort((a, b) => a.index - b.index)
    .map(({ item }) => item)
}

/** Plans the tests that reach a mutant, the fastest suite first. */
function planMutant(id: number, coverage: readonly Covered[]): PlannedMutant {
  const found: (PlannedSuite & { ms: number; isLoaded: boolean })[] = []
  for (const { file, ms, load, hooks, tests } of coverage) {
    const own = tests.filter(({ hits }) => hits.includes(id))
    const isLoaded = load.includes(id)
    if (isLoaded || hooks.includes(id)) found.push({ file, tests: null, ms, isLoaded })
    else if (own.length > 0) {
      const names = own.map(({ name }) => name)
      const ownMs = own.reduce((sum, test) => sum + test.ms, 0)
      found.push({ file, tests: names, ms: ownMs, isLoaded })
    }
  }
  found.sort((a, b) => a.ms - b.ms)
  let sumMs = 0
  const suites = found.filter(({ ms }, index) => {
    sumMs += ms
    return index === 0 || sumMs <= MAX_MUTANT_MS
  })
  return {
    id,
    isFresh: found.some(({ isLoaded }) => isLoaded),
    suites: suites.map(({ file, tests }) => ({ file, tests })),
  }
}

/**
 * Plans all tests of the suites with freshly loaded modules. A module may store a result of one test, so that a later test does not reach
 * the mutant.
 */
function toFresh({ id, suites }: PlannedMutant): PlannedMutant {
  return { id, isFresh: true, suites: suites.map(({ file }) => ({ file, tests: null })) }
}

type Last = { hash: string; report: RoomReport }

function readLast(room: Room, hash: string): RoomReport | null {
  const path = lastFile(room)
  if (!existsSync(path)) return null
  const last: Last = JSON.parse(readFileSync(path, 'utf8'))
  return last.hash === hash ? last.report : null
}

function writeLast(room: Room, hash: string, report: RoomReport): void {
  const path = lastFile(room)
  mkdirSync(dirname(path), { recursive: true })
  const last: Last = { hash, report }
  writeFileSync(path, JSON.stringify(last, null, 1))
}

function lastFile(room: Room): string {
  return `node_modules/.cache/mutation/${room.name}.json`
}

function unkilled({ tried }: RoomReport): readonly Tried[] {
  return tried.filter(({ outcome }) => outcome !== 'killed')
}

function merge(last: RoomReport, tried: readonly Tried[]): Tried[] {
  const byId = new Map(tried.map((one) => [one.id, one]))
  return last.tried.map((one) => byId.get(one.id) ?? one)
}
