import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

/** Stories with a world of another kind than most. One worker runs all stories of such a kind, so that only one such world starts. */
const RARE_WORLDS = {
  tron: ['**/{tron,consoleTron,crashTron}*.spec.ts'],
  relays: ['**/{permits,crashPermits}.spec.ts'],
  sponsors: ['**/signedPayments.spec.ts'],
}

const executablePath = process.env['CHROMIUM_PATH']

/** Stories of payers and merchants: a real Chromium, the real host, and real contracts on local chains. */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  fullyParallel: true,
  // Each worker starts a world, which costs more processor time than several stories.
  workers: Math.min(4, Math.max(2, availableParallelism())),
  projects: [
    ...Object.entries(RARE_WORLDS).map(([name, testMatch]) => ({ name, testMatch, workers: 1 })),
    { name: 'stories', testIgnore: Object.values(RARE_WORLDS).flat() },
  ],
  retries: 0,
  // The timeouts end a story that hangs. Timeouts do not slow a passing run down, so they are long enough for a slow machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['./e2e/support/matrix/matrixReporter.ts'],
    [
      'json',
      { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../test-results/results.json' },
    ],
  ],
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    // Recording traces makes a run a third longer: request them with `--trace retain-on-failure`.
    trace: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The stories share a processor, which would otherwise redraw each spinner sixty times per second.
        '--force-prefers-reduced-motion',
      ],
    },
  },
})
