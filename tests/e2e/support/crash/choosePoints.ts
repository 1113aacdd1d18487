import type { Point } from './crashPoints.ts'

/**
 * The distance between two chosen points: each kind has several hundred points, too many for one run. `CRASH_SEED` selects another first
 * point.
 */
const EVERY = 45

/** Returns the points at which this run kills pages, from `CRASH_POINTS`, `CRASH_EVERY` and `CRASH_SEED`. */
export function choosePoints(all: readonly Point[]): readonly Point[] {
  const { CRASH_POINTS: wanted, CRASH_EVERY: often, CRASH_SEED: seed } = process.env
  if (wanted === 'all') return all
  if (wanted !== undefined) return all.filter((point) => point.includes(wanted))
  const every = often === undefined ? EVERY : Number(often)
  const first = Number(seed ?? 0) % every
  return all.filter((_, index) => index % every === first)
}
