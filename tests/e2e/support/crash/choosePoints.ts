import type { Point } from './crashPoints.ts'

/** Of some hundred points of each kind: what a run has a minute for. `CRASH_SEED` begins at another. */
const EVERY = 45

/** The points that this run dies at, by `CRASH_POINTS`, `CRASH_EVERY` and `CRASH_SEED`. */
export function choosePoints(all: readonly Point[]): readonly Point[] {
  const { CRASH_POINTS: wanted, CRASH_EVERY: often, CRASH_SEED: seed } = process.env
  if (wanted === 'all') return all
  if (wanted !== undefined) return all.filter((point) => point.includes(wanted))
  const every = often === undefined ? EVERY : Number(often)
  const first = Number(seed ?? 0) % every
  return all.filter((_, index) => index % every === first)
}
