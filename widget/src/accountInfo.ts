/** A wallet that the page can reach. */
export type WalletInfo = {
  /** Unique within the page and session: `Actions.connect` accepts it. */
  readonly id: string
  readonly name: string
  /** Reverse domain name as announced (self-attested: never a reason to trust); null for a legacy injection. */
  readonly rdns: string | null
  /** A `data:image/` URI or null: never a remote address. */
  readonly icon: string | null
  /** Found at `window.ethereum`, not announced by EIP-6963. */
  readonly isLegacy: boolean
  /** The wallet that was last connected on this site. */
  readonly isLastUsed: boolean
  /** The kind of connection; absent if the wallet is in this browser. */
  readonly kind?: WalletKind | undefined
}

/** `safe`: the contract account whose page embeds this one; its transactions are proposals to its signers. */
type WalletKind = 'walletconnect' | 'safe'

/** The connected account. */
export type AccountInfo = {
  /** The address as the wallet returned it: often lower case. */
  readonly address: string
  /** The network that the wallet is currently on. */
  readonly chainId: number
  readonly wallet: Pick<WalletInfo, 'id' | 'name' | 'rdns' | 'kind'>
}

/** The connection to WalletConnect. */
export type WalletConnectSettings = {
  /** The merchant’s project id, from WalletConnect’s dashboard. */
  readonly projectId: string
  /** WebSocket address of the relay; null for WalletConnect’s own. */
  readonly relayUrl: string | null
}
