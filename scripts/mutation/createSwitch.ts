/** No mutant is active. */
export const NONE = -1

/** The bound for endless loops in a mutant: far more calls than a suite needs. */
const MAX_CALLS = 50_000_000

/** Decides which mutant of the instrumented modules is active, and collects those that a test reaches. */
export type Switch = {
  /** Returns whether the mutant is active; instrumented modules call it at each mutant. */
  has(id: number): boolean
  activate(id: number): void
  /** Returns the mutants that code reached since the last call, while no mutant was active. */
  takeHits(): number[]
}

export function createSwitch(): Switch {
  let activeId = NONE
  let calls = 0
  let hits = new Set<number>()
  return {
    has(id) {
      if (activeId === NONE) {
        hits.add(id)
        return false
      }
      calls += 1
      if (calls > MAX_CALLS) throw new Error('This mutant does not terminate')
      return id === activeId
    },
    activate(id) {
      activeId = id
      calls = 0
    },
    takeHits() {
      const taken = [...hits]
      hits = new Set()
      return taken
    },
  }
}
