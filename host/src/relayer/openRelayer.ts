import type { Hex } from '@secure-payment/core'
import type { Config } from '../config.ts'
import type { EvmTransaction } from '../evm/signTransaction.ts'

/** The account that sends recurring payouts. */
export type Relayer = {
  /** EIP-55. */
  address: string
  /** Signs a transaction and returns its bytes. */
  sign(transaction: RelayTransaction): Promise<SignedTransaction>
  /** Parses the bytes of {@link Relayer.sign}. */
  parse(raw: Hex): RelayTransaction
}

/** A transaction from the relayer; it transfers no coins. */
export type RelayTransaction = EvmTransaction

/** A transaction's offer per unit of gas; on a legacy chain, `maxUnits` and `tipUnits` are both the gas price. */
export type RelayFees = EvmTransaction['fees']

/** Signed bytes with their hash. */
type SignedTransaction = { raw: Hex; hash: Hex }

/**
 * Opens the account of PAY_RELAYER_PRIVATE_KEY; null if none is set. The first call loads the signing code, so a host without the key
 * never loads it.
 */
export async function openRelayer({
  relayerPrivateKey: key,
}: Pick<Config, 'relayerPrivateKey'>): Promise<Relayer | null> {
  if (key === null) return null
  if (opened?.key !== key) opened = { key, relayer: load(key) }
  return opened.relayer
}

let opened: { key: Hex; relayer: Promise<Relayer> } | null = null

async function load(key: Hex): Promise<Relayer> {
  const { addressOfSigner, parseTransaction, signTransaction } = await import(
    '../evm/signTransaction.ts'
  )
  return {
    address: addressOfSigner(key),
    sign: async (transaction) => signTransaction(transaction, key),
    parse: parseTransaction,
  }
}
