import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import { LIST_HASHES } from './hashes.ts'

/** A token of the catalogue, as far as the payment element checks what it is shown of it. */
export type ListedToken = {
  readonly symbol: string
  readonly decimals: number
  readonly address: string
}

/** Each list is a module of its own: a payment in one of its tokens loads that list and no other. */
const LISTS = new Map<string, () => Promise<{ lines: string }>>([
  ['mainnet', () => import('./mainnet.ts')],
  ['arbitrum-one', () => import('./arbitrum-one.ts')],
  ['optimism', () => import('./optimism.ts')],
  ['base', () => import('./base.ts')],
  ['matic', () => import('./matic.ts')],
  ['bsc', () => import('./bsc.ts')],
  ['avalanche', () => import('./avalanche.ts')],
  ['zksyncera', () => import('./zksyncera.ts')],
  ['sepolia', () => import('./sepolia.ts')],
])

/** Loads the catalogue's tokens of a network, those of the registry aside; none where there is no list, or where it was altered. */
export async function loadListedTokens(network: string): Promise<readonly ListedToken[]> {
  const load = LISTS.get(network)
  return load === undefined ? [] : readList(network, (await load()).lines)
}

/** Reads a network's list, once its SHA-256 is the one that was published with this code; else it has no tokens. */
export function readList(network: string, lines: string): readonly ListedToken[] {
  if (bytesToHex(sha256(utf8ToBytes(lines))) !== LIST_HASHES[network]) return []
  return lines.split('\n').map((line) => {
    const [symbol = '', decimals = '', address = ''] = line.split(' ')
    return { symbol, decimals: Number(decimals), address }
  })
}
