import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the run is of the quick tier (tests/tiers.ts). */
    isQuick: boolean
    /** The seed of the run's samples. */
    seed: number
  }
}

const SHARES = 8

/** Returns all samples in the deep tier, and an eighth of them in the quick tier: every eighth, starting where the run's seed decides. */
export function takeShare<T>(samples: readonly T[]): readonly T[] {
  const share = inject('seed') % SHARES
  return inject('isQuick') ? samples.filter((_, index) => index % SHARES === share) : samples
}
