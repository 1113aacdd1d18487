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
