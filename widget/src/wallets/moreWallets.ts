import type { WalletConnectSettings } from '../model.ts'
import { type FoundWallet, ownWallet } from './discoverWallets.ts'
import { isForeign } from './provider.ts'
import { findSafe } from './safe/findSafe.ts'
import { type HostWallet, toProvider } from './toProvider.ts'
import { walletConnectOf } from './walletConnect/WalletConnect.ts'
import { WALLETCONNECT_ID } from './walletConnect/walletConnectId.ts'

/** Possible sources of wallets that do not announce themselves. */
export type MoreWalletsOptions = {
  /** Null where the merchant has no project at WalletConnect. */
  readonly walletConnect: WalletConnectSettings | null
  /** The value that the page passed; a provider is accepted elsewhere. */
  readonly host?: HostWallet | null | undefined
  /** Reverse domain name of the wallet to restore; null for none. */
  readonly wanted: string | null
  readonly signal: AbortSignal
  /** Called with all known wallets, whenever they change. */
  readonly onChange: (wallets: readonly FoundWallet[]) => void
}

/**
 * Searches for the Safe that embeds this page, and for the wallet connected through WalletConnect. Resumes an earlier
 * session when it belongs to the wanted wallet; otherwise the client of the network, a large chunk, does not load.
 */
export function findMoreWallets({
  walletConnect,
  host,
  wanted,
  signal,
  onChange,
}: MoreWalletsOptions): void {
  const provider = isForeign(host) ? toProvider(host) : null
  const own = provider && ownWallet(provider)
  let safe: FoundWallet | null = null
  const connection = walletConnect === null ? null : walletConnectOf(walletConnect)
  function tell(): void {
    if (signal.aborted) return
    onChange([safe, own, connection?.wallet ?? null].filter((wallet) => wallet !== null))
  }
  if (own) tell()
  if (window.parent !== window) {
    void findSafe(window).then((found) => {
      safe = found
      if (found !== null) tell()
    })
  }
  if (connection === null) return
  signal.addEventListener('abort', connection.subscribe(tell), { once: true })
  if (connection.wallet !== null) tell()
  // If a session cannot be resumed now, the payer requests a new one.
  else if (wanted === WALLETCONNECT_ID) void connection.restore().catch(() => undefined)
}
