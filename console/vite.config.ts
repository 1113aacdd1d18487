import { join } from 'node:path'
import { defineConfig } from 'vite'
import { precompress } from '../scripts/lib/precompress.ts'

const root = import.meta.dirname

/** The console as the host serves it: one page under `/console/`, and files named by their content hash. */
export default defineConfig({
  root,
  base: '/console/',
  plugins: [precompress()],
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
    // The code of every start is one file, so that it loads in one round trip.
    chunkSizeWarningLimit: 800,
  },
})
