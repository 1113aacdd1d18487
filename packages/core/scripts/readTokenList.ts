import list from '@uniswap/default-token-list/build/uniswap-default.tokenlist.json' with {
  type: 'json',
}
import type { TokenList } from './generateCatalogue.ts'

/** Reads the catalogue's token list, in the version that the package file pins. */
export function readTokenList(): TokenList {
  const { major, minor, patch } = list.version
  return { source: `@uniswap/default-token-list ${major}.${minor}.${patch}`, tokens: list.tokens }
}
