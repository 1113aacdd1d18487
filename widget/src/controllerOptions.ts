import type { WalletConnectSettings, WalletInfo } from './accountInfo.ts'
import type { Persist } from './progress.ts'
import type { Limits } from './steps/limits.ts'
import type { Provider } from './wallets/provider.ts'
import type { HostWallet } from './wallets/toProvider.ts'

/** The inputs of a controller, from its payment and its page. */
export type ControllerOptions = {
  readonly token: string
  /** Origin of the service. */
  readonly apiBase: string
  readonly clientId: string | null
  /** The destination ids that the page pinned; empty if it pinned none. */
  readonly pinnedDestinations?: readonly string[]
  /** Reverse domain names: offers only these wallets, in this order; empty for all. */
  readonly wallets?: readonly string[]
  readonly excludeWallets?: readonly string[]
  readonly walletFilter?: ((wallet: WalletInfo) => boolean) | null
  /** A wallet that the page itself passes; null or absent without one. */
  readonly provider?: HostWallet | null
  /** The merchant's project at WalletConnect; null or absent without one. */
  readonly walletConnect?: WalletConnectSettings | null
  /** A TIP-1193 wallet that the page passes for payments on Tron; null or absent without one. */
  readonly tronProvider?: Provider | null
  readonly limits?: Partial<Limits>
  /** Connects to an already connected wallet without a prompt: the last used one, or the page's own. */
  readonly autoConnect?: boolean
  /** Skips the choice if exactly one way to pay is affordable; true by default. */
  readonly autoSelect?: boolean
  readonly persist?: Persist
  readonly fetch?: typeof fetch
}
