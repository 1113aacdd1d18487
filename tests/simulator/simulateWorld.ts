import { createHash } from 'node:crypto'
import { createRandom } from '../flows/support/random.ts'
import { createTemplate } from './createTemplate.ts'
import { createWorld } from './createWorld.ts'
import { FAULTS } from './faults.ts'
import type { WorldOptions } from './worldOptions.ts'

/** A world's end. */
export type WorldReport = {
  seed: number
  /** Sentences about wrong behaviour; empty if the world behaved correctly. */
  differences: readonly string[]
  /** The trace's hash, which is the same in every run with the same seed. */
  traceHash: string
  trace: readonly string[]
  counts: Readonly<Record<string, number>>
}

const DAY_MS = 86_400_000
const MIN_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 2 * DAY_MS
const WARM_UP_DAYS = 0.4
/** The mean number of steps per day; the time between two steps is random. */
const STEPS_PER_DAY = 3

let warmedUp: Promise<unknown> | undefined

/** Runs one world: payers and merchants act, faults happen and end, and the records are checked. */
export async function simulateWorld(options: WorldOptions): Promise<WorldReport> {
  // Loading a module on its first use takes real time, so a short world uses each module once.
  warmedUp ??= runWorld({ seed: 0, days: WARM_UP_DAYS, faults: [] })
  await warmedUp
  return runWorld(options)
}

async function runWorld(options: WorldOptions): Promise<WorldReport> {
  const { seed, days, faults = FAULTS } = options
  const world = await createWorld({ ...options, faults, template: await createTemplate() })
  try {
    const random = createRandom(seed * 7 + 1)
    const steps = Math.ceil(days * STEPS_PER_DAY)
    const endMs = days * DAY_MS
    for (let step = 0; step < steps && world.differences.length === 0; step += 1) {
      const meanMs = Math.max(MIN_PAUSE_MS, (endMs - world.time.elapsedMs()) / (steps - step))
      await world.step(drawPause(random.unit(), random.unit(), meanMs))
    }
    if (world.differences.length === 0) await world.settle()
    const differences = world.judge()
    return {
      seed,
      differences,
      traceHash: createHash('sha256')
        .update(`${world.traceHash()} ${differences.join()}`)
        .digest('hex')
        .slice(0, 16),
      trace: world.trace,
      counts: world.counts(),
    }
  } finally {
    await world.close()
  }
}

/** Draws a pause with the given mean: mostly seconds, sometimes minutes or hours. */
function drawPause(kind: number, size: number, meanMs: number): number {
  if (kind < 0.45) return 200 + size * 3_000
  if (kind < 0.7) return 5_000 + size * 120_000
  if (kind < 0.85) return size * 0.4 * meanMs
  return Math.min(size * 2 * 6.2 * meanMs, MAX_PAUSE_MS)
}
