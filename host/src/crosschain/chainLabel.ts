import type { Network } from '@secure-payment/core/networks'

/** Networks for which existing clients use a name other than the id. */
const NAMES: Readonly<Record<string, string>> = { matic: 'POLYGON', bsc: 'BNB' }

/**
 * Returns a network's name in routes: its source chain's name, such as ETHEREUM, otherwise its id in upper case, such as SEPOLIA.
 */
export function chainLabel({ id, sourceChain }: Pick<Network, 'id' | 'sourceChain'>): string {
  return sourceChain ?? NAMES[id] ?? id.toUpperCase()
}

/** Returns whether a `chain` parameter names a network: by its id, or by its name in routes. */
export function isChain(network: Pick<Network, 'id' | 'sourceChain'>, chain: string): boolean {
  return chain === network.id || chain === chainLabel(network)
}
