import type { Fact, NoteFact } from '../machine/fact.ts'
import type { FoundWallet } from './discoverWallets.ts'
import { readAccounts, readChainId } from './provider.ts'

/**
 * Requests an account from a wallet; reports connected or connect_failed. Reaches the wallet's prompt without waiting for anything else.
 * `explain` reads the wallet's error; it may load code, because no wallet request follows.
 */
export async function connectWallet(
  { info, provider }: FoundWallet,
  explain: (error: unknown) => Promise<NoteFact>,
): Promise<Fact> {
  try {
    const accounts = readAccounts(await provider.request({ method: 'eth_requestAccounts' }))
    const chainId = readChainId(await provider.request({ method: 'eth_chainId' }))
    const [address] = accounts
    if (address === undefined || chainId === null) {
      return { type: 'connect_failed', note: { code: 'wallet_locked' } }
    }
    const { id, name, rdns, kind } = info
    return { type: 'connected', account: { address, chainId, wallet: { id, name, rdns, kind } } }
  } catch (error) {
    return { type: 'connect_failed', note: await explain(error) }
  }
}
