import { join } from 'node:path'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/** Builds the test wallet as one classic script, for `page.addInitScript` and for pages without modules. */
export default defineConfig({
  root,
  resolve: { conditions: ['@secure-payment/source', 'module', 'browser', 'default'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: join(root, 'dist/scripts'),
    emptyOutDir: true,
    target: 'es2023',
    reportCompressedSize: false,
    lib: {
      entry: join(root, 'src/testkit/bundle.ts'),
      formats: ['iife'],
      name: 'securePaymentTestkit',
      fileName: () => 'testWallet.js',
    },
  },
})
