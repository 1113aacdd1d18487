import type { Plugin } from 'vite'

/**
 * A Vite plugin that gives core its own copy of SHA-2. The copy that WalletConnect shares contains SHA-512, which would
 * load with every payment.
 */
export function ownHashes(): Plugin {
  return {
    name: 'own-hashes',
    enforce: 'pre',
    async resolveId(source, importer) {
      const isCore = importer?.replaceAll('\\', '/').includes('/packages/core/') ?? false
      if (source !== '@noble/hashes/sha2' || !isCore) return null
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found ? { ...found, id: `${found.id}?core` } : null
    },
  }
}
