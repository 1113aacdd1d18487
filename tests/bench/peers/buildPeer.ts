import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

const here = import.meta.dirname

/** The peers, each with the package that its page imports. */
export const PEERS = {
  request: '@requestnetwork/payment-widget',
  daimo: '@daimo/sdk',
  lifi: '@lifi/widget',
  base: '@base-org/account',
  appkit: '@reown/appkit',
} as const
export type PeerName = keyof typeof PEERS

/**
 * Bundles a peer's page with default Vite, as its documentation describes; resolves with the folder. Throws the
 * bundler's error.
 */
export async function buildPeer(name: PeerName, folder: string): Promise<string> {
  const outDir = join(folder, name)
  await build({
    root: join(here, 'pages', name),
    configFile: false,
    logLevel: 'silent',
    base: './',
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
    resolve: { dedupe: ['react', 'react-dom', '@tanstack/react-query'] },
    oxc: { jsx: { runtime: 'automatic' } },
    build: { outDir, emptyOutDir: true, target: 'es2023', reportCompressedSize: false },
  })
  return outDir
}

/** Returns `name version` of a peer's installed package, or null if it is missing. */
export async function readPeerVersion(name: PeerName): Promise<string | null> {
  const file = join(here, 'node_modules', PEERS[name], 'package.json')
  if (!existsSync(file)) return null
  const { version } = JSON.parse(await readFile(file, 'utf8'))
  return `${PEERS[name]} ${version}`
}
