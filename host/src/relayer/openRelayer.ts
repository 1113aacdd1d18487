import type { Hex } from 'viem'
import type { Config } from '../config.ts'

/** The account that signs the relayer's transactions. */
export type Relayer = {
  /** The address in EIP-55 format. */
  address: string
  /** Signs a transaction and returns its bytes. */
  sign(transaction: RelayTransaction): Promise<SignedTransaction>
  /** Parses the bytes of {@link Relayer.sign}. */
  parse(raw: Hex): RelayTransaction
}

/** A transaction from the relayer; it transfers no coins. Units are native base units. */
export type RelayTransaction = {
  chainId: number
  nonce: bigint
  to: string
  data: Hex
  /** The gas limit. */
  gas: bigint
  fees: RelayFees
}

/** A transaction's offer per unit of gas; on a legacy chain, `maxUnits` and `tipUnits` are both the gas price. */
export type RelayFees = { maxUnits: bigint; tipUnits: bigint; isLegacy: boolean }

/** Signed bytes with their hash. */
type SignedTransaction = { raw: Hex; hash: Hex }

let opened: { key: Hex; relayer: Promise<Relayer> } | null = null

/**
 * Opens the account of PAY_RELAYER_PRIVATE_KEY; null if none is set. The first call loads the signing library, so a host without the key
 * never loads it.
 */
export async function openRelayer({
  relayerPrivateKey: key,
}: Pick<Config, 'relayerPrivateKey'>): Promise<Relayer | null> {
  if (key === null) return null
  if (opened?.key !== key) opened = { key, relayer: load(key) }
  return opened.relayer
}

async function load(key: Hex): Promise<Relayer> {
  const { createRelayer } = await import('./createRelayer.ts')
  return createRelayer(key)
}
