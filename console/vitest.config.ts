import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findInstalledChromium } from '../scripts/lib/findChromium.ts'
import { suiteServer } from '../scripts/lib/suiteServer.ts'

const executablePath = await findInstalledChromium()

/** Flags for a test browser: no background network traffic, and no sandbox, which containers lack. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Runs the console in a real browser, with a fake service inside the page. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['@secure-payment/source', 'module', 'browser', 'default'] },
  server: suiteServer,
  optimizeDeps: {
    include: [
      'lit',
      'lit/directives/keyed.js',
      'lit/directives/live.js',
      'lit/directives/repeat.js',
      'axe-core',
      'qr',
      '@noble/hashes/sha3',
      'zod',
    ],
  },
  test: {
    name: 'console',
    // All suites share one page, which loads the console once. Each suite removes its elements, stubs and query.
    isolate: false,
    include: ['src/**/*.browser.test.ts'],
    testTimeout: 240_000,
    // Other suites run at the same time and slow this one down.
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { args: ARGS, ...(executablePath ? { executablePath } : {}) },
      }),
      viewport: { width: 1280, height: 900 },
      instances: [{ browser: 'chromium' }],
    },
  },
})
