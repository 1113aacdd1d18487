/** No mutant is active. */
export const NONE = -1

/** Far more than a suite needs: a loop that a mutant made endless ends here. */
const MAX_CALLS = 50_000_000

/** Decides which mutant of the instrumented modules is active, and collects those that a test reaches. */
export type Switch = {
  /** Called by instrumented modules at the place of a mutant. */
  has(id: number): boolean
  activate(id: number): void
  /** Returns the mutants reached since the last call, while none was active. */
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
      if (calls > MAX_CALLS) throw new Error('This mutant does not end')
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
