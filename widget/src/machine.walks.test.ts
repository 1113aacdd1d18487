import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fact } from './machine/fact.ts'
import { transition } from './machine.ts'
import type { StateName } from './model.ts'
import { Walk } from './testing/Walk.ts'
import { anyFact, FACT_TYPES, starts } from './testing/walkFacts.ts'

/** The number of random sequences to play; `WALKS=100000` plays a hundred thousand. */
const WALKS = Number(process.env['WALKS'] ?? 3_000)
const MS_PER_WALK = 20

describe('any sequence of facts', () => {
  const start = fc.constantFrom(...starts)
  /** Uniformly random facts rarely advance a payment, so every third fact is the next fact of the normal course. */
  const noise = fc.oneof(
    { weight: 2, arbitrary: anyFact },
    { weight: 1, arbitrary: fc.constant(null) },
  )

  it(
    'any sequence of facts pays at most once between the locks, and never leaves a possible payment without proof',
    () => {
      let played = 0
      const seen = new Set<StateName>()
      const meant = new Set<string>()
      fc.assert(
        fc.property(start, fc.array(noise, { minLength: 30, maxLength: 60 }), (begin, chances) => {
          const walk = new Walk()
          const note = (type: Fact['type'] | null) => {
            if (type !== null) meant.add(type)
            seen.add(walk.state.name)
          }
          for (const one of begin) note(walk.step(one) ? one.type : null)
          for (const one of chances) note(walk.chance(one))
          played += begin.length + chances.length
        }),
        { numRuns: WALKS },
      )
      expect(played).toBeGreaterThan(30 * WALKS)
      // Sequences that stay near the start, or miss a type of fact, prove nothing.
      expect([...seen].sort()).toEqual(Object.keys(REACHABLE).sort())
      expect([...meant].sort()).toEqual([...FACT_TYPES].sort())
      console.info(`${WALKS} walks, ${played} facts of ${FACT_TYPES.length} types.`)
    },
    60_000 + WALKS * MS_PER_WALK,
  )

  it('the machine drops the facts of a finished operation', () => {
    fc.assert(
      fc.property(start, anyFact, (begin, one) => {
        const walk = new Walk()
        for (const before of begin) walk.step(before)
        const { state } = walk
        const stale = transition(state, { ...one, at: 0, run: state.run - 1 })
        expect(stale.state).toEqual(state)
        expect(stale.effects).toEqual([])
      }),
    )
  })
})

/** The list of all states: a new state without an entry does not compile. */
const REACHABLE: Readonly<Record<StateName, true>> = {
  idle: true,
  loading: true,
  unavailable: true,
  connect: true,
  connecting: true,
  blocked: true,
  options: true,
  review: true,
  preparing: true,
  switching: true,
  resetting: true,
  approving: true,
  permitting: true,
  signing: true,
  broadcasting: true,
  confirming: true,
  settling: true,
  partial: true,
  succeeded: true,
  failed: true,
  unknown: true,
  resuming: true,
  locked: true,
}
