import type { Network } from '@secure-payment/core/networks'

/** Networks for which existing clients use a name other than the id. */
const NAMES: Readonly<Record<string, string>> = { matic: 'POLYGON', bsc: 'BNB' }

/** The name of a network in routes: that of its source chain, such as ETHEREUM, else its id in upper case, such as SEPOLIA. */
export function chainLabel({ id, sourceChain }: Pick<Network, 'id' | 'sourceChain'>): string {
  return sourceChain ?? NAMES[id] ?? id.toUpperCase()
}

/** Whether a `chain` parameter means a network: by its id or its name in routes. */
export function isChain(network: Pick<Network, 'id' | 'sourceChain'>, chain: string): boolean {
  return chain === network.id || chain === chainLabel(network)
}
