import type { Network } from '@secure-payment/core/networks'
import type { PermitTypedData } from '@secure-payment/core/recurring'

/** A call of a contract that moves no native coins. */
export type ContractCall = { readonly to: string; readonly data: string }

/** What became of a transaction: not mined yet, or unknown to the wallet's node altogether. */
export type Receipt = 'succeeded' | 'reverted' | 'pending' | 'unknown'

/**
 * An account that pays. Everything is asked of the wallet, so that the page needs no node of its own; every method rejects with what
 * the wallet threw.
 */
export type PayingAccount = {
  readonly address: string
  readonly walletName: string
  /** Puts the wallet onto a network, which it may have to be told of. @throws WrongNetworkError when it stays elsewhere. */
  useNetwork(network: Network): Promise<void>
  /** Resolves with the hash of the transaction, which is not mined yet. */
  send(call: ContractCall): Promise<string>
  findReceipt(txHash: string): Promise<Receipt>
  /** What `spender` may take of `token`, in base units. */
  readAllowance(token: string, spender: string): Promise<bigint>
  /** Resolves with 65 bytes in hex. */
  signPermit(permit: PermitTypedData): Promise<string>
}

/** A wallet that can pay. */
export type PayingWallet = {
  /** The reverse domain name where it has one: the same after a reload. */
  readonly id: string
  readonly name: string
  /** A `data:image/` address, or null. */
  readonly icon: string | null
  /** Asks the wallet for an account. Call it in a click. */
  connect(): Promise<PayingAccount>
}

/** The wallet is on another network than the payment. */
export class WrongNetworkError extends Error {
  override readonly name = 'WrongNetworkError'
}
