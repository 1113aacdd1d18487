import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { mutateSource } from './mutateSource.ts'
import { PLAN_FILE, type Plan } from './plan.ts'

const plan: Plan = JSON.parse(readFileSync(process.env[PLAN_FILE] ?? '', 'utf8'))
const resolve = { conditions: ['@secure-payment/source', 'module', 'node', 'default'] }
const root = fileURLToPath(new URL('../..', import.meta.url))

/** The settings of the suites' own projects, with instrumented sources; see runWorker.ts. */
export default defineConfig({
  root,
  resolve,
  ssr: { resolve },
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      // Each plan numbers a file's mutants differently, and may have no mutant in a file.
      configureVitest({ defineCacheKeyGenerator }) {
        defineCacheKeyGenerator(({ id }) => (id in plan.files ? false : 'original'))
      },
      transform(code, id) {
        const firstId = plan.files[id]
        return firstId === undefined ? null : mutateSource(id, code, firstId).code
      },
    },
  ],
  test: {
    include: ['scripts/mutation/emptySuite.ts'],
    runner: 'scripts/mutation/worker.config.ts',
    setupFiles: ['./scripts/lib/seedSamples.ts'],
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    reporters: ['dot'],
  },
})
