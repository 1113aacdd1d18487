import { checksumAddress } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import { fromAbiAddress } from '@secure-payment/core/tron'
import type { Hex } from 'viem'
import { keccak256 } from '../keccak.ts'

/**
 * The notation in which a network's logs are stored, searched and returned; on Tron, base58 addresses and transaction ids without `0x`.
 */
export type Notation = {
  /** Writes the past or present owner of the money: on EVM networks, with its checksum. */
  wallet(address: string): string
  /** Writes an address that an event contains or comes from: on EVM networks, unchanged in lower case. */
  logged(address: string): string
  txHash(hash: Hex): string
}

/** Returns the notation of a network's family. */
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
