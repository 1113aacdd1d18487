import { LitElement, type PropertyDeclaration, type PropertyDeclarations } from 'lit'
import type { WalletInfo } from './accountInfo.ts'
import type { TextOverrides } from './text/text.ts'
import type { Provider } from './wallets/provider.ts'
import type { HostWallet } from './wallets/toProvider.ts'

/** The attributes and properties that a page sets; the class comment of `SecurePayment` describes the attributes. */
export abstract class ElementSettings extends LitElement {
  static override readonly properties: PropertyDeclarations = {
    ...named('token apiBase clientId payUrl destination merchantName merchantLogo returnUrl'),
    ...named(
      'returnLabel wallets excludeWallets persist chains tokens payer confirmations telemetry',
    ),
    ...named('walletconnectProjectId walletconnectRelayUrl'),
    ...named('theme name mode', { reflect: true }),
    ...named('required open disabled', { type: Boolean, reflect: true }),
    ...named('testMode autoConnect withoutReceipt withoutAdvanced', { type: Boolean }),
    ...named('autoSelect', {
      converter: { fromAttribute: (value: string | null) => value !== 'false' },
    }),
    ...named('strings wallet tron rpcUrls fetch walletFilter', { attribute: false }),
  }

  declare token: string | null
  declare apiBase: string | null
  declare clientId: string | null
  declare payUrl: string | null
  declare destination: string | null
  declare theme: 'auto' | 'light' | 'dark'
  declare merchantName: string | null
  declare merchantLogo: string | null
  declare returnUrl: string | null
  declare returnLabel: string | null
  declare wallets: string | null
  declare excludeWallets: string | null
  declare walletconnectProjectId: string | null
  declare walletconnectRelayUrl: string | null
  declare chains: string | null
  declare tokens: string | null
  declare payer: string | null
  declare telemetry: 'on' | 'off' | null
  declare confirmations: string | number | null
  declare mode: 'inline' | 'modal' | 'button'
  declare open: boolean
  declare disabled: boolean
  declare withoutReceipt: boolean
  declare withoutAdvanced: boolean
  declare autoConnect: boolean
  declare autoSelect: boolean
  declare testMode: boolean
  declare persist: 'on' | 'session' | 'off'
  declare required: boolean
  declare name: string | null
  /** The page's own sentences in place of some of the element's. */
  declare strings: TextOverrides | null
  /**
   * The page's own wallet: an EIP-1193 provider, viem's WalletClient, wagmi's Config with its current connection, or
   * `wagmiWallets(config)` with all its connectors. The list shows it with the discovered wallets.
   */
  declare wallet: HostWallet | null
  /** A TIP-1193 wallet that the page itself passes for payments on Tron. */
  declare tron: Provider | null
  /** The page's own nodes by chain id, for reading the chain. */
  declare rpcUrls: Readonly<Record<number, string>> | null
  /** Used for every call to the service. */
  declare fetch: typeof globalThis.fetch | null
  /** Omits the wallets for which it returns false. */
  declare walletFilter: ((wallet: WalletInfo) => boolean) | null

  constructor() {
    super()
    this.theme = 'auto'
    this.autoSelect = true
    this.persist = 'on'
    this.mode = 'inline'
    this.required = this.open = this.disabled = false
    this.testMode = this.autoConnect = this.withoutReceipt = this.withoutAdvanced = false
  }
}

/** Declares a property and its attribute for each name: `apiBase` reads `api-base`. */
function named(names: string, options: PropertyDeclaration = {}): PropertyDeclarations {
  return Object.fromEntries(
    names.split(' ').map((name) => {
      const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      return [name, { attribute, ...options }]
    }),
  )
}
