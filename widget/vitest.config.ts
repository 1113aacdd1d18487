import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findInstalledChromium } from '../scripts/lib/findChromium.ts'
import { suiteServer } from '../scripts/lib/suiteServer.ts'
import { IS_QUICK } from '../tests/tiers.ts'

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

/**
 * Suites that need a page without the other suites: the first defines the element while it tests, the second compares listeners and
 * garbage of the whole page, and the others install wallets that a page cannot uninstall.
 */
const OWN_PAGE = [
  'src/react.browser.test.ts',
  'src/leaks.browser.test.ts',
  'src/acceptedTron.browser.test.ts',
  'src/networkFee.browser.test.ts',
  'src/tronPage.browser.test.ts',
  'src/tronQuoted.browser.test.ts',
]

/** The element's tests in a real browser. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['@secure-payment/source', 'module', 'browser', 'default'] },
  server: suiteServer,
  optimizeDeps: {
    include: [
      'lit',
      'lit/directives/class-map.js',
      'axe-core',
      'idb',
      '@noble/hashes/sha3',
      'viem',
      'viem/accounts',
    ],
  },
  test: {
    name: 'widget',
    provide: { isQuick: IS_QUICK, seed: Number(process.env['TEST_SEED'] ?? 0) },
    testTimeout: 240_000,
    // Other suites run in parallel.
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { args: ARGS, ...(executablePath ? { executablePath } : {}) },
      }),
      viewport: { width: 480, height: 900 },
      instances: [
        {
          browser: 'chromium',
          include: ['src/**/*.browser.test.ts'],
          exclude: OWN_PAGE,
          // All suites share one page, which loads the element once. Each suite removes its elements, stubs and stored data.
          isolate: false,
        },
        { browser: 'chromium', name: 'widget-own-page', include: OWN_PAGE },
      ],
    },
  },
})
