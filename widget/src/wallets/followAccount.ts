import type { AccountInfo } from '../model.ts'
import type { FoundWallet } from './discoverWallets.ts'
import { listen, readAccounts, readChainId } from './provider.ts'

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
    // The same account in other letters is no change.
    if (next !== undefined && !isSameAccount(next, address)) address = next
    onChange(next === undefined ? null : { address, chainId, wallet })
  }
  function onChain(value: unknown): void {
    const next = readChainId(value)
    if (next === null) return
    chainId = next
    onChange({ address, chainId, wallet })
  }
  /** Some wallets say so while they only change their network: whether the account is gone, the wallet has to say. */
  async function onDisconnect(): Promise<void> {
    try {
      const value = await provider.request({ method: 'eth_accounts' })
      if (!signal.aborted && Array.isArray(value)) onAccounts(value)
    } catch {
      // Nothing is known of it, then.
    }
  }
  listen(provider, 'accountsChanged', onAccounts, signal)
  listen(provider, 'chainChanged', onChain, signal)
  listen(provider, 'disconnect', onDisconnect, signal)
}

/** Letters of EVM addresses are a checksum at most; Tron's tell addresses apart. */
function isSameAccount(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
}
