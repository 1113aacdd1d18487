import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Covered,
  type Line,
  type Outcome,
  PLAN_FILE,
  type Plan,
  type PlannedMutant,
} from './plan.ts'

/** The result of a mutant, and the test that decided it. */
export type Fate = { id: number; outcome: Outcome; by: string | null; message: string | null }

/** If a worker returns no result for this long, it is stuck in a loop that the mutant caused, and the mutant counts as killed. */
const MAX_SILENT_MS = 300_000
const POLL_MS = 500

/**
 * Tries mutants in Vitest workers, one worker at a time. A mutant that ends or blocks its worker counts as killed; another worker continues
 * with the remaining mutants.
 */
export async function tryMutants(
  files: Plan['files'],
  mutants: readonly PlannedMutant[],
  onFate: (fate: Fate) => void,
): Promise<void> {
  let left = mutants
  while (left.length > 0) {
    const lines = await runWorker({ files, cover: [], mutants: left }, (line) => {
      if (line.type === 'ended') onFate(line)
    })
    const ended = new Set(lines.map((line) => (line.type === 'ended' ? line.id : null)))
    const started = lines.findLast((line) => line.type === 'started')
    if (started === undefined) throw new Error('The worker ended before its first mutant.')
    if (!ended.has(started.id)) {
      onFate({ id: started.id, outcome: 'killed', by: null, message: 'The worker hung or exited.' })
      ended.add(started.id)
    }
    left = left.filter(({ id }) => !ended.has(id))
  }
}

/** Runs suites without mutants, and maps their tests to the mutants that they reach. */
export async function coverSuites(
  files: Plan['files'],
  suites: readonly string[],
  onCovered: (covered: Covered) => void,
): Promise<void> {
  let count = 0
  await runWorker({ files, cover: suites, mutants: [] }, (line) => {
    if (line.type !== 'covered') return
    count += 1
    onCovered(line)
  })
  if (count < suites.length) throw new Error('The worker ended before its last suite.')
}

async function runWorker(
  work: Omit<Plan, 'out'>,
  onLine: (line: Line) => void,
): Promise<readonly Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'))
  const plan: Plan = { ...work, out: join(folder, 'lines.jsonl') }
  const planFile = join(folder, 'plan.json')
  writeFileSync(planFile, JSON.stringify(plan))
  const child = spawn('vitest', ['run', '--config=scripts/mutation/vitest.config.ts'], {
    // Ends the worker with all processes that its suites started.
    detached: true,
    stdio: ['ignore', process.env['MUTATION_LOG'] ? 'inherit' : 'ignore', 'inherit'],
    env: {
      TEST_DATABASE: 'sqlite',
      TEST_SEED: '1',
      FUZZ_SEED: '1',
      MONEY_SEED: '1',
      SIM_FIRST_SEED: '1',
      TEST_TIER: 'quick',
      CI: 'true',
      ...process.env,
      [PLAN_FILE]: planFile,
      TMPDIR: folder,
    },
  })
  const lines: Line[] = []
  let changedMs = Date.now()
  let size = 0
  const watch = setInterval(() => {
    const now = existsSync(plan.out) ? statSync(plan.out).size : 0
    if (now !== size) changedMs = Date.now()
    size = now
    readOn()
    // A worker that is done may still wait for hosts or chains that its suites left running.
    const isDone = lines.at(-1)?.type === 'done'
    if (isDone || Date.now() - changedMs > MAX_SILENT_MS) endGroup(child.pid)
  }, POLL_MS)
  try {
    await once(child, 'close')
    readOn()
    return lines
  } finally {
    clearInterval(watch)
    endGroup(child.pid)
    rmSync(folder, { recursive: true, force: true })
  }

  function readOn(): void {
    if (!existsSync(plan.out)) return
    const whole = readFileSync(plan.out, 'utf8').split('\n').slice(0, -1)
    for (const text of whole.slice(lines.length)) {
      const line: Line = JSON.parse(text)
      lines.push(line)
      onLine(line)
    }
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Every process of the group has ended.
  }
}
