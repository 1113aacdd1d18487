import type { Point } from './crashPoints.ts'

/** Of some 330 points in three stories: what a run has a minute for. Every run begins at another. */
const EVERY = 30

/** The points that this run dies at, by `CRASH_POINTS` and `CRASH_SEED`. */
export function choosePoints(all: readonly Point[]): readonly Point[] {
  const { CRASH_POINTS: wanted, CRASH_SEED: seed } = process.env
  if (wanted === 'all') return all
  if (wanted !== undefined) return all.filter((point) => point.includes(wanted))
  const first = seed === undefined ? Math.floor(Math.random() * EVERY) : Number(seed) % EVERY
  return all.filter((_, index) => index % EVERY === first)
}
