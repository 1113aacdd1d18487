import { join } from 'node:path'
import { defineConfig } from 'vite'
import { precompress } from '../scripts/lib/precompress.ts'
import { writeLicenses } from '../scripts/lib/writeLicenses.ts'
import manifest from './package.json' with { type: 'json' }
import { writeRelease } from './scripts/release.ts'
import { renamePolicy } from './scripts/renamePolicy.ts'
import { trimNetworks } from './scripts/trimNetworks.ts'
import { trimStyles } from './scripts/trimStyles.ts'

const root = import.meta.dirname

/** The CDN build: one ES module that contains Lit, and chunks that load on demand. */
export default defineConfig({
  root,
  resolve: { conditions: ['@secure-payment/source', 'module', 'browser', 'default'] },
  plugins: [
    renamePolicy(),
    trimNetworks(),
    trimStyles(),
    writeRelease({ version: manifest.version, entry: 'secure-payment.js' }),
    writeLicenses([join(root, 'src/wallets/known/LICENSE.md'), join(root, 'src/coins/LICENSE.md')]),
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
        // Removes the annotations of pure calls: only bundlers use them, and browsers load these files.
        comments: { annotation: false },
        entryFileNames: '[name].js',
        // Hashes are short, because they do not compress; the chunks of two builds collide once in 2^42.
        chunkFileNames: '[name]-[hash:7].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // One file for the element until the payer chooses a wallet.
            { name: 'secure-payment', tags: ['$initial'] },
            // The later screens, which the screens for Tron and for other chains share.
            {
              name: 'flow',
              test: /\/widget\/src\/(views\/(?!accepted\/|bridge|quoted\/|payout\/refundLink|phone|succeeded|review\/renderDetails)|text\/(enPermit|formatList)|styles\/(flowStyles|variants))/,
            },
            // Only Keccak: WalletConnect's chunk keeps the other modules of these packages.
            {
              name: 'evm',
              test: /^(?!.*@walletconnect).*@noble\/hashes\/esm\/(sha3|_u64|utils|crypto)\.js/,
            },
            { name: 'store', test: /node_modules\/idb\// },
          ],
        },
      },
    },
  },
})
