import { appendFileSync, readFileSync } from 'node:fs'
import { type RunnerTestFile, TestRunner, vi } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import { createSwitch, NONE } from './createSwitch.ts'
import { type Line, PLAN_FILE, type Plan, type PlannedMutant, type PlannedSuite } from './plan.ts'
import { SuiteRunner } from './SuiteRunner.ts'

const mutation = createSwitch()
Object.assign(globalThis, { mutation })
const plan: Plan = JSON.parse(readFileSync(process.env[PLAN_FILE] ?? '', 'utf8'))

/**
 * Runs inside one Vitest worker, which loads modules once for all mutants: a mutant costs no more than its tests. A failing test counts
 * only if it passes directly afterwards without the mutant.
 */
export default class WorkerRunner extends TestRunner {
  /** Vitest runs `emptySuite.ts`, and then this function. */
  override async onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles(files)
    for (const file of plan.cover) await cover(this, file)
    for (const mutant of plan.mutants) await tryMutant(this, mutant)
    write({ type: 'done' })
  }
}

async function cover(worker: TestRunner, file: string): Promise<void> {
  vi.resetModules()
  const startedMs = performance.now()
  mutation.takeHits()
  const { failure, tests, loadHits, hookHits } = await run(worker, { file, tests: null }, NONE)
  write({
    type: 'covered',
    file,
    failure: failure && `${failure.test}: ${failure.message}`,
    ms: performance.now() - startedMs,
    load: [...loadHits],
    hooks: [...new Set(hookHits)],
    tests: tests.map(({ name, ms, hits }) => ({ name, ms, hits: [...hits] })),
  })
}

let hasStaleModules = false

async function tryMutant(
  worker: TestRunner,
  { id, isFresh, suites }: PlannedMutant,
): Promise<void> {
  write({ type: 'started', id })
  const startedMs = performance.now()
  const end = (result: Pick<Line & { type: 'ended' }, 'outcome' | 'by' | 'message'>) =>
    write({ type: 'ended', id, ...result, ms: performance.now() - startedMs })
  for (const suite of suites) {
    if (isFresh || hasStaleModules) vi.resetModules()
    hasStaleModules = isFresh
    if (isFresh) mutation.activate(id)
    const { failure } = await run(worker, suite, id)
    if (failure === null) continue
    const by = `${suite.file} > ${failure.test ?? 'hooks'}`
    const isSound = await passesWithout(worker, suite, failure.test)
    return end({ outcome: isSound ? 'killed' : 'unclear', by, message: failure.message })
  }
  end({ outcome: 'survived', by: null, message: null })
}

async function passesWithout(
  worker: TestRunner,
  suite: PlannedSuite,
  name: string | null,
): Promise<boolean> {
  if (hasStaleModules) vi.resetModules()
  hasStaleModules = false
  const { failure } = await run(
    worker,
    { ...suite, tests: name === null ? suite.tests : [name] },
    NONE,
  )
  return failure === null
}

async function run(
  worker: TestRunner,
  { file, tests }: PlannedSuite,
  activeId: number,
): Promise<SuiteRunner> {
  const runner = new SuiteRunner({ ...worker.config }, worker, { mutation, activeId, tests })
  await startTests([file], runner)
  mutation.activate(NONE)
  return runner
}

function write(line: Line): void {
  appendFileSync(plan.out, `${JSON.stringify(line)}\n`)
}
