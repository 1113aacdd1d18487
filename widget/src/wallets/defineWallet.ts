import type { WalletConnectSettings } from '../accountInfo.ts'
import type { FoundWallet } from './discoverWallets.ts'
import type { HostWallet } from './toProvider.ts'

/** The inputs of a wallet search. */
export type WalletSearch = {
  /** The merchant's WalletConnect project; null without one. */
  readonly walletConnect: WalletConnectSettings | null
  /** The value that the page passes as `wallet`; null without one. */
  readonly host: HostWallet | null
  /** The reverse domain name of the wallet to restore; null for none. */
  readonly wanted: string | null
  /** Ends the search: once it aborts, no wallet is reported. */
  readonly signal: AbortSignal
}

/** A source of wallets that do not announce themselves. */
export type WalletDefinition = {
  readonly id: string
  /** Reports all wallets of this source, at first and whenever they change. Never throws. */
  readonly find: (search: WalletSearch, tell: (wallets: readonly FoundWallet[]) => void) => void
}

/** Defines a wallet source. Returns its argument, with the type inferred. */
export function defineWallet<const Definition extends WalletDefinition>(
  definition: Definition,
): Definition {
  return definition
}
