import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import { LIST_HASHES } from './hashes.ts'

/** A token in the catalogue, with the fields that the payment element checks. */
export type ListedToken = {
  readonly symbol: string
  readonly decimals: number
  readonly address: string
}

/** Each list is its own module: a payment in one of its tokens loads only that list. */
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

/**
 * Loads the catalogue's tokens for a network, without those in the registry. Returns no tokens if there is no list, or if the list was
 * altered.
 */
export async function loadListedTokens(network: string): Promise<readonly ListedToken[]> {
  const load = LISTS.get(network)
  return load === undefined ? [] : readList(network, (await load()).lines)
}

/** Parses a network's list if its SHA-256 is the one published with this code; otherwise returns no tokens. */
export function readList(network: string, lines: string): readonly ListedToken[] {
  if (bytesToHex(sha256(utf8ToBytes(lines))) !== LIST_HASHES[network]) return []
  return lines.split('\n').map((line) => {
    const [symbol = '', decimals = '', address = ''] = line.split(' ')
    return { symbol, decimals: Number(decimals), address }
  })
}
