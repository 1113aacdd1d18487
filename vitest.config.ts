import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SlowFilesFirst } from './scripts/lib/SlowFilesFirst.ts'
import {
  ANY_ENGINE,
  DEEP_SUITES,
  IS_QUICK,
  POSTGRES_SUITES,
  STRICTER_SUITES,
} from './tests/tiers.ts'

const resolve = { conditions: ['@secure-payment/source', 'module', 'node', 'default'] }
const ssr = { resolve }

/**
 * A worker evaluates a module once for all its files, not once per file, which halves the time of the suites. No suite mocks a module,
 * and no suite may leave anything behind (an environment variable, a listener, a server).
 */
const isolate = false

/** Ends a test that hangs. A long timeout does not slow a passing run, so this one allows for a machine that is several times slower. */
const TIMEOUT_MS = 240_000

/** Allows for conditions that become true late because other suites use the processor. */
const expectLate = { poll: { timeout: 60_000 } }

/** Host suites that open no database, so they run only once. */
const WITHOUT_DATABASE = [
  'tests/api/firstPayment.test.ts',
  'tests/api/generatedClients.test.ts',
  'tests/api/guides.test.ts',
  'tests/api/image.test.ts',
  'tests/api/quickStarts.test.ts',
  'tests/api/rates.test.ts',
  'tests/flows/httpOfframpContract.test.ts',
  'tests/flows/relayCalls.test.ts',
  'tests/flows/safeFetch.test.ts',
  'tests/flows/safeFetchTls.test.ts',
  'tests/flows/tronNodes.test.ts',
]

/** Runs before each suite. */
const setupFiles = [
  './scripts/lib/logCpu.ts',
  './scripts/lib/seedSamples.ts',
  './tests/support/collectSql.ts',
]

/** Suites that only the deep tier runs; none if this is the deep tier. */
const NOT_NOW = IS_QUICK ? DEEP_SUITES : []

const NOT_ON_SQLITE = IS_QUICK ? STRICTER_SUITES : []

/** Suites that open ports: on each database, one file at a time per worker, with generous bounds for slow machines. */
function onDatabase(name: string, database: 'sqlite' | 'postgres') {
  const folder = `tests/${name}/`
  const isByRisk = IS_QUICK && database === 'postgres'
  return {
    resolve,
    ssr,
    test: {
      name: `${name}-${database}`,
      include: isByRisk
        ? POSTGRES_SUITES.filter((file) => file.startsWith(folder))
        : [`${folder}**/*.test.ts`],
      exclude: [...NOT_NOW, ...(database === 'postgres' ? WITHOUT_DATABASE : NOT_ON_SQLITE)],
      isolate,
      setupFiles,
      env: { TEST_DATABASE: database },
      tags: [{ name: ANY_ENGINE, skip: isByRisk }],
      testTimeout: TIMEOUT_MS,
      expect: expectLate,
      hookTimeout: TIMEOUT_MS,
    },
  }
}

/** The test projects; the browser projects of element and console live in their folders. */
export default defineConfig({
  test: {
    // Each worker of each project loads the host again, which costs more processor time than most suites.
    maxWorkers: Math.min(5, Math.max(2, availableParallelism())),
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'host/src/**/*.test.ts',
            'widget/src/**/*.test.ts',
            'console/src/**/*.test.ts',
            'playground/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**', ...NOT_NOW],
          isolate,
          setupFiles,
          testTimeout: TIMEOUT_MS,
          expect: expectLate,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'devnet',
          include: ['tests/devnet/**/*.test.ts'],
          exclude: [...NOT_NOW],
          isolate,
          setupFiles,
          testTimeout: TIMEOUT_MS,
          expect: expectLate,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'simulator',
          include: ['tests/simulator/**/*.test.ts'],
          // A simulated world replaces its process's timers, so each suite needs a separate process.
          isolate: true,
          testTimeout: 600_000,
        },
      },
      onDatabase('api', 'sqlite'),
      onDatabase('api', 'postgres'),
      onDatabase('faults', 'sqlite'),
      onDatabase('faults', 'postgres'),
      onDatabase('flows', 'sqlite'),
      onDatabase('flows', 'postgres'),
      './widget/vitest.config.ts',
      './console/vitest.config.ts',
    ],
  },
})
