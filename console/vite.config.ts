import { join } from 'node:path'
import { defineConfig } from 'vite'
import { precompress } from '../scripts/lib/precompress.ts'
import { writeLicenses } from '../scripts/lib/writeLicenses.ts'

const root = import.meta.dirname

/** Builds the console for the host: one page under `/console/`, and files with a content hash in their names. */
export default defineConfig({
  root,
  base: '/console/',
  plugins: [writeLicenses(), precompress()],
  resolve: { conditions: ['@secure-payment/source', 'module', 'browser', 'default'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    target: 'es2023',
    // Browsers that run this target preload modules themselves.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The code that every visit needs is one file, so that it loads in one round trip.
    chunkSizeWarningLimit: 800,
  },
})
