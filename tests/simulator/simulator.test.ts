import { describe, expect, it } from 'vitest'
import { IS_QUICK } from '../tiers.ts'
import { DEFECTS } from './defects.ts'
import { findDefect } from './findDefect.ts'
import { simulateWorld } from './simulateWorld.ts'

/** Worlds per run; `SIMULATOR_WORLDS=3000` for more, `SIM_FIRST_SEED` for other worlds. */
const WORLDS = Number(process.env['SIMULATOR_WORLDS'] ?? (IS_QUICK ? 3 : 12))
const FIRST_SEED = Number(process.env['SIM_FIRST_SEED'] ?? 1)
const DAYS = IS_QUICK ? 4 : 30

/** The number of worlds within which an injected defect must appear. */
const MAX_WORLDS = 30

/** Worlds in which a host once failed. */
const KEPT: readonly { seed: number; days: number; found: string }[] = [
  { seed: 6, days: 3, found: 'a host that asks for due deliveries without any rest' },
  { seed: 9, days: 3, found: 'a host that asks for due deliveries without any rest' },
]

describe('A simulated world', () => {
  it('a simulated world is the same in every run with the same seed', async () => {
    const first = await simulateWorld({ seed: 7, days: 3 })
    const second = await simulateWorld({ seed: 7, days: 3 })
    expect(second.traceHash).toBe(first.traceHash)
    expect(second.counts).toEqual(first.counts)
    const other = await simulateWorld({ seed: 8, days: 3 })
    expect(other.traceHash).not.toBe(first.traceHash)
  })

  it.each(KEPT)(
    'the simulated world with seed $seed no longer has $found',
    async ({ seed, days }) => {
      const { differences } = await simulateWorld({ seed, days })
      expect(differences).toEqual([])
    },
  )

  it.skipIf(IS_QUICK).each(DEFECTS)('a simulated world reveals $name', async (defect) => {
    const found = await findDefect(defect, { firstSeed: 1, maxWorlds: MAX_WORLDS, days: 30 })
    expect(found).not.toBeNull()
  })

  it(`a simulated world ends with correct records, for ${WORLDS} seeds`, async () => {
    const found: string[] = []
    for (let seed = FIRST_SEED; seed < FIRST_SEED + WORLDS; seed += 1) {
      const { differences } = await simulateWorld({ seed, days: DAYS })
      found.push(
        ...differences.map((text) => `npm run simulate -- --seed ${seed} --days ${DAYS}: ${text}`),
      )
    }
    expect(found).toEqual([])
  }, 600_000)
})
