import { bytesToHex } from '@noble/hashes/utils'
import type { Hex } from 'viem'
import { tronAddressBody } from '../tronAddress.ts'

/**
 * Writes a Tron address as contracts and the ABI name it: `0x` and the 40 lower-case digits of its body. Only the base58
 * text is an address here; the hex forms (`41...`, `0x...`) are refused.
 *
 * @throws InvalidAddressError
 */
export function toAbiAddress(address: string): Hex {
  return `0x${bytesToHex(tronAddressBody(address))}`
}
