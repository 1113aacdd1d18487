import { checksumAddress } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import { fromAbiAddress } from '@secure-payment/core/tron'
import type { Hex } from 'viem'
import { keccak256 } from '../keccak.ts'

/**
 * The notation in which a network's logs are stored, searched and returned, instead of their hex: on Tron base58
 * addresses and transaction ids without `0x`.
 */
export type Notation = {
  /** The owner of the money, before or now: on EVM networks with its checksum. */
  wallet(address: string): string
  /** An address that an event names or comes from: on EVM networks in lower case, as it came. */
  logged(address: string): string
  txHash(hash: Hex): string
}

/** The notation of a network's family. */
export function notationOf({ family }: Pick<Network, 'family'>): Notation {
  return NOTATIONS[family]
}

const EVM: Notation = {
  wallet: (address) => checksumAddress(address, keccak256),
  logged: (address) => address,
  txHash: (hash) => hash,
}

const TRON: Notation = {
  wallet: fromAbiAddress,
  logged: fromAbiAddress,
  txHash: (hash) => hash.slice(2),
}

const NOTATIONS: Readonly<Record<Network['family'], Notation>> = { evm: EVM, tron: TRON }
