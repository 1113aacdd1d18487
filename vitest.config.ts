import { defineConfig } from 'vitest/config'

const conditions = ['@secure-payment/source', 'module', 'node', 'default']
const resolve = { conditions }
const ssr = { resolve: { conditions } }

/** The test projects; each file belongs to exactly one. Browser projects live in their package. */
export default defineConfig({
  test: {
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
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
        },
      },
    ],
  },
})
