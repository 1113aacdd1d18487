/** An account that a wallet has shared with the page, which can sign a message. */
export type SignInAccount = {
  readonly address: string
  /** The wallet's chain; null if this kind of wallet has only one chain. */
  readonly chainId: number | null
  /** Resolves with the signature in the API's format; rejects with the wallet's error. */
  sign(message: string): Promise<string>
}

/** A wallet that can sign in. */
export type SignInWallet = {
  readonly id: string
  readonly name: string
  /** A `data:image/` URL, or null. */
  readonly icon: string | null
  readonly isLastUsed: boolean
  /** The single network of the wallet's account, by name; null for an EVM wallet. */
  readonly network: string | null
  /** Requests an account from the wallet. Call this method in a click handler. */
  connect(): Promise<SignInAccount>
}

/** The wallet responded, but without an account. */
export class NoAccountError extends Error {
  override readonly name = 'NoAccountError'
  /** The code for a locked wallet (EIP-1193, "Unauthorized"). */
  readonly code = 4100
}
