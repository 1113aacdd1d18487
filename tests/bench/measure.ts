/** One thing to time: `run` does `operations` of it and resolves when all are done. */
export type Case = { name: string; operations: number; run(): unknown }

/** Operations per second of a case: the median of its rounds, and the fastest and slowest. */
export type Rate = { name: string; median: number; min: number; max: number }

const DEFAULT_ROUNDS = 7

/**
 * Times cases against each other on a noisy machine: every round runs each case once, in turn, so that a slow moment hits all of
 * them, and the first round warms up and is not counted. Quote ratios of the medians, not the figures themselves.
 */
export async function measure(
  cases: readonly Case[],
  rounds: number = DEFAULT_ROUNDS,
): Promise<Rate[]> {
  const samples = new Map<Case, number[]>(cases.map((each) => [each, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const each of cases) {
      const startedAt = process.hrtime.bigint()
      await each.run()
      const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9
      if (round > 0) samples.get(each)?.push(each.operations / seconds)
    }
  }
  return cases.map((each) => summarise(each.name, samples.get(each) ?? []))
}

/** The p-th percentile (0..100) of samples, by nearest rank. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const rank = Math.min(sorted.length - 1, Math.max(0, Math.ceil((p / 100) * sorted.length) - 1))
  return sorted[rank] ?? Number.NaN
}

function summarise(name: string, samples: readonly number[]): Rate {
  return {
    name,
    median: percentile(samples, 50),
    min: Math.min(...samples),
    max: Math.max(...samples),
  }
}
