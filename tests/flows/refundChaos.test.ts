import { expect, test } from 'vitest'
import { IS_QUICK } from '../tiers.ts'
import { createRandom } from './support/random.ts'
import { startRefundWorld } from './support/startRefundWorld.ts'

/** The seeds that found a fault earlier. */
const KEPT_SEEDS = [161, 196]
/** Worlds per run, in addition to the kept seeds; `SEED=n` repeats one world. */
const SEED_COUNT = Number(process.env['SIM_SEEDS'] ?? (IS_QUICK ? 4 : 200))
const FIRST_SEED = Number(process.env['SIM_FIRST_SEED'] ?? 1)
const ONLY_SEED = process.env['SEED']
const STEPS = 60

const seeds =
  ONLY_SEED === undefined
    ? [...KEPT_SEEDS, ...Array.from({ length: SEED_COUNT }, (_, index) => FIRST_SEED + index)]
    : [Number(ONLY_SEED)]

test('Refunds never exceed the received amount, regardless of reorganisations', async () => {
  const faults: string[] = []
  const totals = { created: 0, cancelled: 0, paid: 0, claimed: 0, reorgs: 0 }
  for (const seed of seeds) {
    await using world = await startRefundWorld(createRandom(seed))
    for (let step = 1; step <= STEPS; step += 1) {
      await world.step()
      for (const fault of await world.findExceeding()) {
        faults.push(`SEED=${seed}, step ${step}: ${fault}`)
      }
    }
    await world.settle()
    for (const fault of await world.findDifferences()) faults.push(`SEED=${seed}: ${fault}`)
    for (const kind of Object.keys(totals) as (keyof typeof totals)[]) {
      totals[kind] += world.counts[kind]
    }
  }
  console.log(`${seeds.length} worlds: ${JSON.stringify(totals)}`)
  expect(faults).toEqual([])
}, 3_600_000)
