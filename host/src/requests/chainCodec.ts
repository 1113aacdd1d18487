import type { Step } from '@secure-payment/core'
import type { Network } from '@secure-payment/core/networks'
import { evmCodec } from './evmCodec.ts'
import { tronCodec } from './tronCodec.ts'

/** The notation of a family of chains: the form of an address and of a transaction. The ways to pay are core's `ways`. */
export type ChainCodec = {
  /**
   * An address in its one form: EIP-55, or Tron's base 58 as it is.
   *
   * @throws InvalidAddressError for another family's address, or a wrong checksum
   */
  readAddress(text: string): string
  /**
   * A transaction's hash in its one form: 64 hex digits in lower case, with `0x` on EVM chains and without on Tron.
   *
   * @throws MalformedValueError for the other form
   */
  readTxHash(text: string): string
  /** A token's key in records of a payer's means: in lower case where case has no meaning. */
  tokenKey(address: string): string
  /** The members of a step's transaction that a wallet needs in addition to `to`, `data` and `value`. */
  transactionMembers(network: Pick<Network, 'chainId'>, step: Step): TransactionMembers
}

/** Members of a transaction on the wire; a family without additional ones has none. */
export type TransactionMembers = {
  chainId?: number
  chainType?: 'tron'
  /** The most sun that the energy of the transaction may cost. */
  feeLimit?: number
}

/** The codec of a network's family. */
export function codecOf({ family }: Pick<Network, 'family'>): ChainCodec {
  return CODECS[family]
}

const CODECS: Readonly<Record<Network['family'], ChainCodec>> = { evm: evmCodec, tron: tronCodec }
