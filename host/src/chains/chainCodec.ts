import type { Step } from '@secure-payment/core'
import type { Network } from '@secure-payment/core/networks'
import { evmCodec } from './evmCodec.ts'
import { tronCodec } from './tronCodec.ts'

/** A chain family's notation of addresses and transactions. Core's `ways` defines the ways to pay. */
export type ChainCodec = {
  /**
   * An address in its canonical form: EIP-55, or Tron's base58 unchanged.
   *
   * @throws InvalidAddressError for another family's address, or a wrong checksum
   */
  readAddress(text: string): string
  /**
   * A transaction's hash in its canonical form: 64 hex digits in lower case, with `0x` on EVM chains and without on
   * Tron.
   *
   * @throws MalformedValueError for a hash in the other form
   */
  readTxHash(text: string): string
  /** A token's key in a payer's balances: in lower case if case has no meaning in this family. */
  tokenKey(address: string): string
  /** The members of a step's transaction that a wallet needs in addition to `to`, `data` and `value`. */
  transactionMembers(network: Pick<Network, 'chainId'>, step: Step): TransactionMembers
}

/** The additional members of a transaction on the wire; empty for a family that needs none. */
type TransactionMembers = {
  chainId?: number
  chainType?: 'tron'
  /** The maximum cost of the transaction's energy, in sun. */
  feeLimit?: number
}

/** Returns the codec of a network's family. */
export function codecOf({ family }: Pick<Network, 'family'>): ChainCodec {
  return CODECS[family]
}

const CODECS: Readonly<Record<Network['family'], ChainCodec>> = { evm: evmCodec, tron: tronCodec }
