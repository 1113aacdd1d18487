/** A wallet to screen; `address` is canonical: EIP-55, or base58 on Tron. */
export type ScreenedWallet = { address: string; family: 'evm' | 'tron' }

/** A provider's decision about one wallet. */
export type Verdict = {
  isAllowed: boolean
  /** The provider's code for the reason; null if it states none. */
  reasonCode: string | null
  /** The provider's own id of the decision; null if it has none. */
  reference: string | null
  /** The end of the decision's validity; null for the host's own limit. */
  expiresAt: Date | null
}

/**
 * Decides which wallets may pay. There are two implementations: a deny list on this machine, and an HTTP API. `screeningContract.test.ts`
 * checks that both behave in the same way.
 */
export type ScreeningProvider = AsyncDisposable & {
  /** The provider's name in events and access policies. */
  readonly id: string
  /** Whether a decision costs a call to another service, so that it is stored, and counted per merchant. */
  readonly isRemote: boolean
  /**
   * Decides about one wallet.
   *
   * @throws ScreeningFailedError if there is no decision
   */
  decide(wallet: ScreenedWallet): Promise<Verdict>
}
