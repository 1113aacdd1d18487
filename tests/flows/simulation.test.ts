import { afterAll, beforeAll, expect, test } from 'vitest'
import { IS_QUICK } from '../tiers.ts'
import type { NodeFaults } from './support/mockNode.ts'
import { openTestDatabase, type TestDatabase } from './support/openTestDatabase.ts'
import type { Random } from './support/random.ts'
import { type Report, type Scenario, simulate } from './support/simulate.ts'

/** Worlds per run; `SIM_SEEDS=1000` runs the full number, and `SEED=n` repeats one world. */
const SEED_COUNT = Number(process.env['SIM_SEEDS'] ?? (IS_QUICK ? 4 : 12))
const ONLY_SEED = process.env['SEED']
const FIRST_SEED = Number(process.env['SIM_FIRST_SEED'] ?? 1)

/** Seeds of worlds without conversions that once failed. On PostgreSQL, only the deep tier repeats them. */
const KEPT_SEEDS = [
  1_026, 1_048, 1_109, 1_160, 1_169, 5_240, 5_397, 5_429, 5_522, 5_653, 5_711, 5_928,
]

const REPEATED_SEEDS = IS_QUICK && process.env['TEST_DATABASE'] === 'postgres' ? [] : KEPT_SEEDS

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(async () => {
  await database?.[Symbol.asyncDispose]()
})

function seeds(): number[] {
  if (ONLY_SEED !== undefined) return [Number(ONLY_SEED)]
  return [
    ...REPEATED_SEEDS,
    ...Array.from({ length: SEED_COUNT }, (_, index) => FIRST_SEED + index),
  ]
}

async function runAll(scenario: Omit<Scenario, 'seed' | 'isPlain'>): Promise<Report[]> {
  const reports: Report[] = []
  for (const seed of seeds()) {
    const isPlain = KEPT_SEEDS.includes(seed)
    reports.push(await simulate(database.db, { ...scenario, seed, isPlain }))
  }
  return reports
}

function faulty(random: Random): NodeFaults {
  return {
    errorRate: random.unit() * 0.2,
    rateLimitRate: random.unit() * 0.05,
    staleRate: random.unit() * 0.5,
    indexLag: random.integer(0, 10),
    dropRate: random.unit() * 0.5,
    duplicateRate: random.unit() * 0.3,
    rangeLimit: random.pick([1, 10, 500, 10_000]),
  }
}

test('Reorganisations within the confirmation depth leave the books equal to the final chain', async () => {
  const reports = await runAll({ reorgRate: 0.2 })
  expect(reports.flatMap((report) => report.differences)).toEqual([])
  expect(reports.filter((report) => report.failedPolls > 0)).toEqual([])
  expect(reports.some((report) => report.reorgs > 0 && report.payments > 0)).toBe(true)
}, 600_000)

test('Nodes that fail, lag, fork, or drop and repeat logs cause no lost or double payment', async () => {
  const reports = await runAll({ reorgRate: 0.15, restartRate: 0.05, faults: faulty })
  expect(reports.flatMap((report) => report.differences)).toEqual([])
  expect(reports.some((report) => report.failedPolls > 0 && report.restarts > 0)).toBe(true)
}, 600_000)
