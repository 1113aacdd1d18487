import type { Network } from '@secure-payment/core/networks'

/** A contract call without native coins. */
export type ContractCall = { readonly to: string; readonly data: string }

/** EIP-712 data without the type of its domain. */
export type TypedData = {
  readonly domain: { readonly chainId: number; readonly name: string; readonly version: string }
  readonly types: Readonly<Record<string, readonly { name: string; type: string }[]>>
  readonly primaryType: string
  readonly message: object
}

/** A transaction's state: `pending` is not mined yet, and `unknown` is absent from the wallet's node. */
export type Receipt = 'succeeded' | 'reverted' | 'pending' | 'unknown'

/**
 * An account that pays. The wallet serves every request, so that the page needs no node; every method rejects with
 * the wallet's error.
 */
export type PayingAccount = {
  readonly address: string
  readonly walletName: string
  /**
   * Switches the wallet to a network, and adds the network if necessary. @throws WrongNetworkError if the wallet remains on another
   * network.
   */
  useNetwork(network: Network): Promise<void>
  /** Resolves with a transaction's hash, before the transaction is mined. */
  send(call: ContractCall): Promise<string>
  findReceipt(txHash: string): Promise<Receipt>
  /** Reads the allowance of `spender` for `token`, in base units. */
  readAllowance(token: string, spender: string): Promise<bigint>
  /** Signs EIP-712 data. Resolves with the signature in hex, of any length: contract wallets sign too. */
  signTypedData(data: TypedData): Promise<string>
}

/** A wallet that can pay. */
export type PayingWallet = {
  /** The reverse domain name if there is one: it remains the same after a reload. */
  readonly id: string
  readonly name: string
  /** A `data:image/` URL, or null. */
  readonly icon: string | null
  /**
   * Requests an account from the wallet: `wanted`, if the wallet shares it. Call this method in a click handler.
   */
  connect(wanted?: string): Promise<PayingAccount>
}

/** The wallet is on a different network from the payment's. */
export class WrongNetworkError extends Error {
  override readonly name = 'WrongNetworkError'
}
