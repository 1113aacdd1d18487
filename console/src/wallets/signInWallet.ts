/** An account that a wallet has opened to the page, and how it signs a message. */
export type SignInAccount = {
  readonly address: string
  /** Null where the kind of wallet has one chain. */
  readonly chainId: number | null
  /** Resolves with the signature as the API takes it; rejects with what the wallet threw. */
  sign(message: string): Promise<string>
}

/** A wallet that can sign in. */
export type SignInWallet = {
  readonly id: string
  readonly name: string
  /** A `data:image/` address, or null. */
  readonly icon: string | null
  readonly isLastUsed: boolean
  /** The one network that the wallet's account is on, by name; null for a wallet of EVM networks. */
  readonly network: string | null
  /** Asks the wallet for an account. Call it in a click. */
  connect(): Promise<SignInAccount>
}

/** The wallet answered, but not with an account. */
export class NoAccountError extends Error {
  override readonly name = 'NoAccountError'
  /** As wallets say that they are locked (EIP-1193, "Unauthorized"). */
  readonly code = 4100
}
