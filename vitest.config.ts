import { defineConfig } from 'vitest/config'
import { SlowFilesFirst } from './scripts/lib/SlowFilesFirst.ts'

const resolve = { conditions: ['@secure-payment/source', 'module', 'node', 'default'] }
const ssr = { resolve }

/**
 * A worker evaluates a module once for all its files, not once a file: that halves what the suites cost. No suite mocks a
 * module, and none may leave anything behind (an environment variable, a listener, a server).
 */
const isolate = false

/** What is waited for comes late where other suites run beside. */
const expectLate = { poll: { timeout: 15_000 } }

/** Host suites that open no database: once is enough. */
const WITHOUT_DATABASE = [
  'tests/api/image.test.ts',
  'tests/api/rates.test.ts',
  'tests/flows/httpOfframpContract.test.ts',
  'tests/flows/relayCalls.test.ts',
  'tests/flows/safeFetch.test.ts',
  'tests/flows/safeFetchTls.test.ts',
  'tests/flows/tronNodes.test.ts',
]

/** Suites that open ports: on each database, one file at a time per worker, generous bounds for slow machines. */
function onDatabase(name: string, include: string[], database: 'sqlite' | 'postgres') {
  return {
    resolve,
    ssr,
    test: {
      name: `${name}-${database}`,
      include,
      exclude: database === 'postgres' ? WITHOUT_DATABASE : [],
      isolate,
      env: { TEST_DATABASE: database },
      testTimeout: 60_000,
      expect: expectLate,
      hookTimeout: 60_000,
    },
  }
}

/** The test projects; the browser projects of element and console live in their folders. */
export default defineConfig({
  test: {
    // Most of what the suites do is wait: for blocks, for timers, for each other's answers.
    maxWorkers: 5,
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
          exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
          isolate,
          testTimeout: 30_000,
          expect: expectLate,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'devnet',
          include: ['tests/devnet/**/*.test.ts'],
          isolate,
          testTimeout: 60_000,
          expect: expectLate,
          hookTimeout: 60_000,
        },
      },
      onDatabase('api', ['tests/api/**/*.test.ts'], 'sqlite'),
      onDatabase('api', ['tests/api/**/*.test.ts'], 'postgres'),
      onDatabase('faults', ['tests/faults/**/*.test.ts'], 'sqlite'),
      onDatabase('faults', ['tests/faults/**/*.test.ts'], 'postgres'),
      onDatabase('flows', ['tests/flows/**/*.test.ts'], 'sqlite'),
      onDatabase('flows', ['tests/flows/**/*.test.ts'], 'postgres'),
      './widget/vitest.config.ts',
      './console/vitest.config.ts',
    ],
  },
})
