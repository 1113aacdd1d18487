import type { AccountInfo } from '../accountInfo.ts'
import type { FoundWallet } from './discoverWallets.ts'
import { listen, readAccounts, readChainId } from './provider.ts'

/**
 * Reports changes of account and network until the signal aborts; null if the wallet removed the account or is
 * locked.
 */
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
    // An address that differs only in letter case is the same account.
    if (next !== undefined && !isSameAccount(next, address)) address = next
    onChange(next === undefined ? null : { address, chainId, wallet })
  }
  function onChain(value: unknown): void {
    const next = readChainId(value)
    if (next === null) return
    chainId = next
    onChange({ address, chainId, wallet })
  }
  /**
   * Some wallets emit `disconnect` when they only switch networks, so their account list must confirm that the account is gone.
   */
  async function onDisconnect(): Promise<void> {
    try {
      const value = await provider.request({ method: 'eth_accounts' })
      if (!signal.aborted && Array.isArray(value)) onAccounts(value)
    } catch {
      // The wallet does not respond, so the account counts as unchanged.
    }
  }
  listen(provider, 'accountsChanged', onAccounts, signal)
  listen(provider, 'chainChanged', onChain, signal)
  listen(provider, 'disconnect', onDisconnect, signal)
}

/** In EVM addresses, letter case is at most a checksum; Tron's addresses are case-sensitive. */
function isSameAccount(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
}
