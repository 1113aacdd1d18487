import { join } from 'node:path'
import { defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }

const root = import.meta.dirname
const packages = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
const ENTRIES = [
  'index',
  'element',
  'define',
  'design',
  'react',
  'wallets',
  'wagmi',
  'testkit/index',
] as const

/**
 * The npm build: one file per module, with every dependency left to the page's own bundler, so that it also loads in
 * Node.
 */
export default defineConfig({
  root,
  resolve: { conditions: ['@secure-payment/source', 'module', 'browser', 'default'] },
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: false,
    target: 'es2023',
    minify: false,
    reportCompressedSize: false,
    lib: {
      entry: ENTRIES.map((name) => join(root, `src/${name}.ts`)),
      formats: ['es'],
    },
    rolldownOptions: {
      external: (id) => packages.some((name) => id === name || id.startsWith(`${name}/`)),
      // Rolldown keeps the directive 'use client' of each module, and a test reads it in the package.
      onLog(level, log, handle) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
      output: {
        preserveModules: true,
        preserveModulesRoot: join(root, 'src'),
        entryFileNames: '[name].js',
      },
    },
  },
})
