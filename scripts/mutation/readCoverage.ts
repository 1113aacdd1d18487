import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Covered, Plan } from './plan.ts'
import { coverSuites } from './runWorker.ts'

/** `sources` is the hash of the instrumented sources. */
type Stored = { sources: string; suites: Record<string, { hash: string; covered: Covered }> }

/**
 * Returns the mutants that each suite reaches. Runs only suites that are new or have changed since the last time, unless the sources have
 * changed.
 */
export async function readCoverage(
  name: string,
  sources: string,
  { files, suites }: { files: Plan['files']; suites: readonly string[] },
): Promise<readonly Covered[]> {
  const path = `node_modules/.cache/mutation/${name}.coverage.json`
  const stored = readStored(path, sources)
  const missing = suites.filter((suite) => stored.suites[suite]?.hash !== hashOf(suite))
  const paths = missing.map((suite) => resolve(suite))
  if (missing.length > 0) {
    await coverSuites(files, paths, (covered) => {
      const suite = missing[paths.indexOf(covered.file)] ?? ''
      if (covered.failure !== null) {
        console.log(`Skipped, because it fails without a mutant: ${suite}, ${covered.failure}`)
      }
      const hash = covered.failure === null ? hashOf(suite) : ''
      stored.suites[suite] = { hash, covered }
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify(stored))
    })
  }
  return suites.flatMap((suite) => stored.suites[suite]?.covered ?? [])
}

function readStored(path: string, sources: string): Stored {
  const empty: Stored = { sources, suites: {} }
  if (!existsSync(path)) return empty
  const stored: Stored = JSON.parse(readFileSync(path, 'utf8'))
  return stored.sources === sources ? stored : empty
}

function hashOf(suite: string): string {
  return createHash('sha256').update(readFileSync(suite)).digest('hex')
}
