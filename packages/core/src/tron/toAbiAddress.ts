import { bytesToHex } from '@noble/hashes/utils'
import type { Hex } from '../hex.ts'
import { tronAddressBody } from '../tronAddress.ts'

/**
 * Converts a Tron address to the form of contracts and the ABI: `0x` and the 40 lower-case digits of its body. Only the base58 text is
 * accepted; the hex forms (`41...`, `0x...`) are rejected.
 *
 * @throws InvalidAddressError
 */
export function toAbiAddress(address: string): Hex {
  return `0x${bytesToHex(tronAddressBody(address))}`
}
