import { join } from 'node:path'
import { defineConfig } from 'vite'
import { precompress } from '../scripts/lib/precompress.ts'
import manifest from './package.json' with { type: 'json' }
import { minifyTemplates } from './scripts/minifyTemplates.ts'
import { ownHashes } from './scripts/ownHashes.ts'
import { packLocales } from './scripts/packLocales.ts'
import { writeRelease } from './scripts/release.ts'
import { renamePolicy } from './scripts/renamePolicy.ts'
import { trimLit } from './scripts/trimLit.ts'

const root = import.meta.dirname

/** The CDN build: one ES module that contains Lit, and chunks that load on demand. */
export default defineConfig({
  root,
  resolve: { conditions: ['@secure-payment/source', 'module', 'browser', 'default'] },
  plugins: [
    minifyTemplates(),
    packLocales(),
    ownHashes(),
    renamePolicy(),
    trimLit(),
    writeRelease({ version: manifest.version, entry: 'secure-payment.js' }),
    precompress(),
  ],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: join(root, 'dist/cdn'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: false,
    reportCompressedSize: false,
    lib: { entry: { 'secure-payment': join(root, 'src/index.ts') }, formats: ['es'] },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        minify: true,
        entryFileNames: '[name].js',
        // Hashes do not compress, so they are short: the chunks of two builds collide once in 2^42.
        chunkFileNames: '[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // Only Keccak: the other modules of these packages, which WalletConnect needs, stay in its chunk.
            {
              name: 'evm',
              test: /^(?!.*@walletconnect).*@noble\/hashes\/esm\/(sha3|_u64|utils|crypto)\.js/,
            },
            { name: 'store', test: /node_modules\/dexie\// },
          ],
        },
      },
    },
  },
})
