import { readAccounts } from '../provider.ts'
import type { WalletConnectSession } from './signClient.ts'

/** Reads the EVM chains of a session, in the wallet’s order, each with its accounts (CAIP-10: `eip155:1:0xab…`). */
export function readSessionChains(
  session: Pick<WalletConnectSession, 'namespaces'> | null,
): ReadonlyMap<number, readonly string[]> {
  const chains = new Map<number, readonly string[]>()
  const written = Object.values(session?.namespaces ?? {}).flatMap(({ accounts }) => accounts)
  for (const account of written) {
    const [, chain, address] = /^eip155:([1-9]\d{0,15}):(.+)$/.exec(account) ?? []
    const [known] = readAccounts([address])
    if (known === undefined) continue
    const chainId = Number(chain)
    chains.set(chainId, [...(chains.get(chainId) ?? []), known])
  }
  return chains
}
