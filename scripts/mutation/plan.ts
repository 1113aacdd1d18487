/** The environment variable with the file of a worker's plan. */
export const PLAN_FILE = 'MUTATION_PLAN'

/** The work of one worker. The worker's results are lines of JSON in the file `out`. */
export type Plan = {
  /** Instrumented files, absolute, each with the id of its first mutant. */
  files: Record<string, number>
  out: string
  /** Suites for which the worker records the mutants that each test reaches. */
  cover: readonly string[]
  mutants: readonly PlannedMutant[]
}

/** `isFresh` loads all modules again with the mutant active, for code that runs once. */
export type PlannedMutant = { id: number; isFresh: boolean; suites: readonly PlannedSuite[] }

/** `tests` are full names, null for the whole suite. */
export type PlannedSuite = { file: string; tests: readonly string[] | null }

/** A line in a worker's results. */
export type Line =
  | {
      type: 'covered'
      file: string
      failure: string | null
      ms: number
      load: number[]
      hooks: number[]
      tests: CoveredTest[]
    }
  | { type: 'started'; id: number }
  | { type: 'done' }
  | {
      type: 'ended'
      id: number
      outcome: Outcome
      by: string | null
      message: string | null
      ms: number
    }

export type CoveredTest = { name: string; ms: number; hits: number[] }

/** `unclear`: a test failed both with the mutant and again without it. */
export type Outcome = 'killed' | 'survived' | 'unclear'

/** The mutants that each test of a suite reaches. */
export type Covered = Line & { type: 'covered' }
