/** One operation to time: `run` performs it `operations` times and resolves when all are done. */
export type Case = { name: string; operations: number; run(): unknown }

/** A case that is timed elsewhere, for example by a child process. */
export type RateCase = { name: string; run(): Promise<Sample> }

/** Operations per second; `cpuUs` is the server's processor time per operation, where known. */
type Sample = { perSecond: number; cpuUs?: number }

/** Operations per second of a case: the median, minimum and maximum of its rounds, and the median processor time. */
export type Rate = { name: string; median: number; min: number; max: number; cpuUs?: number }

const DEFAULT_ROUNDS = 7

/** Compares the speed of cases, which it interleaves like {@link measureRates}. */
export function measure(cases: readonly Case[], rounds: number = DEFAULT_ROUNDS): Promise<Rate[]> {
  return measureRates(
    cases.map(({ name, operations, run }) => ({
      name,
      async run() {
        const startedAt = process.hrtime.bigint()
        await run()
        const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9
        return { perSecond: operations / seconds }
      },
    })),
    rounds,
  )
}

/**
 * Compares cases on a noisy machine. Every round runs each case once, in turn, so that a slow moment affects all cases. The first round is
 * a warm-up and does not count. Quote the ratios of the medians, because the figures themselves depend on the machine.
 */
export async function measureRates(
  cases: readonly RateCase[],
  rounds: number = DEFAULT_ROUNDS,
): Promise<Rate[]> {
  const samples = new Map<RateCase, Sample[]>(cases.map((each) => [each, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const each of cases) {
      const sample = await each.run()
      if (round > 0) samples.get(each)?.push(sample)
    }
  }
  return cases.map((each) => summarise(each.name, samples.get(each) ?? []))
}

/** Returns the p-th percentile (0..100) of samples, by nearest rank. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const rank = Math.min(sorted.length - 1, Math.max(0, Math.ceil((p / 100) * sorted.length) - 1))
  return sorted[rank] ?? Number.NaN
}

/** Returns the median of samples. */
export function median(samples: readonly number[]): number {
  return percentile(samples, 50)
}

function summarise(name: string, samples: readonly Sample[]): Rate {
  const rates = samples.map(({ perSecond }) => perSecond)
  const times = samples.flatMap(({ cpuUs }) => cpuUs ?? [])
  return {
    name,
    median: median(rates),
    min: Math.min(...rates),
    max: Math.max(...rates),
    ...(times.length === 0 ? {} : { cpuUs: median(times) }),
  }
}
