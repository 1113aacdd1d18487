import { execFileSync } from 'node:child_process'

/**
 * The seed of a run's random samples: `TEST_SEED`, or one that follows from the commit, so that every commit tries others and a run of it
 * can be repeated. Between 0 and 999,999.
 */
export function commitSeed(): number {
  const given = process.env['TEST_SEED']
  if (given !== undefined) return Number(given)
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' })
    return Number.parseInt(hash.slice(0, 8), 16) % 1_000_000
  } catch {
    return 0
  }
}
