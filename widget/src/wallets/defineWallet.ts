import type { WalletConnectSettings } from '../accountInfo.ts'
import type { FoundWallet } from './discoverWallets.ts'
import type { HostWallet } from './toProvider.ts'

/** The inputs of the search for wallets. */
export type WalletSearch = {
  /** The merchant's project at WalletConnect; null without one. */
  readonly walletConnect: WalletConnectSettings | null
  /** The page's value for `wallet`. */
  readonly host: HostWallet | null
  /** The reverse domain name of the wallet to restore; null for none. */
  readonly wanted: string | null
  /** Ends the search: no wallet is reported after it aborts. */
  readonly signal: AbortSignal
}

/** A way to wallets that do not announce themselves. */
export type WalletDefinition = {
  readonly id: string
  /** Reports all wallets found this way, and reports them again whenever they change. Never throws. */
  readonly find: (search: WalletSearch, tell: (wallets: readonly FoundWallet[]) => void) => void
}

/** Defines a way to wallets: returns its argument, for inference and for this comment. */
export function defineWallet<const Definition extends WalletDefinition>(
  definition: Definition,
): Definition {
  return definition
}
