import { execFileSync } from 'node:child_process'

/**
 * Returns the seed of a run's random samples, between 0 and 999,999: `TEST_SEED`, or a seed derived from the commit. Every commit
 * therefore tries different samples, and each run can be repeated.
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
