import type { Step } from '@secure-payment/core'
import type { BatchFee } from '@secure-payment/core/evm'
import type { PayerState, PaymentTerms } from '@secure-payment/core/kinds'
import type { Network } from '@secure-payment/core/networks'
import { evmCodec } from './evmCodec.ts'
import { tronCodec } from './tronCodec.ts'

/** What a family of chains has of its own in how it is paid on: the form of an address and of a transaction. */
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
  /** What a token goes by in records of a payer's means: in lower case where case says nothing. */
  tokenKey(address: string): string
  /**
   * The steps that pay some requests, the payment last. `batchFee` is what the contract takes on top of a batch. Same input, same
   * bytes.
   *
   * @throws what core's `paymentSteps` and `tronSteps` throw, and BatchUnsupportedError
   */
  steps(
    network: Network,
    terms: readonly PaymentTerms[],
    payer: PayerState,
    batchFee: BatchFee,
  ): readonly Step[]
  /** What a wallet has to be told of a step's transaction beside `to`, `data` and `value`. */
  transactionMembers(network: Pick<Network, 'chainId'>, step: Step): TransactionMembers
}

/** Members of a transaction on the wire; a family without any of its own has none. */
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
