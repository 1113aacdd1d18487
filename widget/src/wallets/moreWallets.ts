import type { WalletConnectSettings } from '../model.ts'
import { type FoundWallet, ownWallet } from './discoverWallets.ts'
import { isForeign } from './provider.ts'
import { findSafe } from './safe/findSafe.ts'
import { type HostWallet, toProvider } from './toProvider.ts'
import { walletConnectOf } from './walletConnect/WalletConnect.ts'
import { WALLETCONNECT_ID } from './walletConnect/walletConnectId.ts'

/** Where wallets may be that do not announce themselves. */
export type MoreWalletsOptions = {
  /** Null where the merchant has no project at WalletConnect. */
  readonly walletConnect: WalletConnectSettings | null
  /** What the page handed over; a provider is taken as it is elsewhere. */
  readonly host?: HostWallet | null | undefined
  /** Reverse domain name of the wallet that is to be found again; null for none. */
  readonly wanted: string | null
  readonly signal: AbortSignal
  /** Called with all that are known, whenever that changes. */
  readonly onChange: (wallets: readonly FoundWallet[]) => void
}

/**
 * Looks for the Safe that this page is shown in, and for the wallet connected through WalletConnect. An earlier session is taken up
 * when it is the wanted wallet's; the client of the network, a large chunk, is not loaded otherwise.
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
  // A session that cannot be taken up now is asked for anew by the payer.
  else if (wanted === WALLETCONNECT_ID) void connection.restore().catch(() => undefined)
}
