import type { Fact, NoteFact } from '../effects/fact.ts'
import type { AccountInfo } from '../model.ts'
import type { FoundWallet } from './discoverWallets.ts'
import { listen, readAccounts, readChainId } from './provider.ts'

/**
 * Asks a wallet for an account: connected or connect_failed. Runs to the wallet's prompt without a pause. `explain` reads
 * what the wallet threw; it may load code, for nothing is asked of the wallet after it.
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

/** Tells changes of account and network until the signal aborts; `null` when the wallet gave the account up, or is locked. */
export function followAccount(
  { provider }: Pick<FoundWallet, 'provider'>,
  first: AccountInfo,
  onChange: (account: AccountInfo | null) => void,
  signal: AbortSignal,
): void {
  const { wallet } = first
  let { address, chainId } = first
  function onAccounts(value: unknown): void {
    const [next] = readAccounts(value)
    address = next ?? address
    onChange(next === undefined ? null : { address, chainId, wallet })
  }
  function onChain(value: unknown): void {
    const next = readChainId(value)
    if (next === null) return
    chainId = next
    onChange({ address, chainId, wallet })
  }
  /** Some wallets say so while they only change their network: whether the account is gone, the wallet has to say. */
  function onDisconnect(): void {
    provider.request({ method: 'eth_accounts' }).then(onAccountsIfHeard, () => {})
  }
  function onAccountsIfHeard(value: unknown): void {
    if (!signal.aborted && Array.isArray(value)) onAccounts(value)
  }
  listen(provider, 'accountsChanged', onAccounts, signal)
  listen(provider, 'chainChanged', onChain, signal)
  listen(provider, 'disconnect', onDisconnect, signal)
}
