import type { Plugin } from 'vite'

/** Members that only a host reads: it scans logs from the first block of a contract on. */
const HOST_ONLY = /\b(creationBlock|version|blockTimeMs): ('[^']*'|[\d_]+),?/g

/**
 * Returns a Vite plugin that removes the members of networks that only a host reads. Fails the build if the definitions are not at the
 * expected place.
 */
export function trimNetworks(): Plugin {
  let isTrimmed = false
  return {
    name: 'trim-networks',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/core/src/networks/') || !code.includes('defineNetwork({')) return null
      isTrimmed = true
      return { code: code.replace(HOST_ONLY, ''), map: null }
    },
    buildEnd(error) {
      if (!error && !isTrimmed) throw new Error('The bundle has no definition of a network.')
    },
  }
}
