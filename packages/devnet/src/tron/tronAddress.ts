import { formatTronAddress, tronAddressBody } from '@secure-payment/core'
import { type Address, bytesToHex, hexToBytes } from 'viem'
import { TronRequestError } from './tronRequestError.ts'

/** Converts an address from the contracts' format, `0x` and 20 bytes in lower case, to Tron's format `T…`. */
export function toBase58(address: Address): string {
  return formatTronAddress(hexToBytes(address))
}

/** Converts an address to a node's format: `41` and 20 bytes as hex, or `T…` if the caller set `visible`. */
export function writeAddress(address: Address, visible: boolean): string {
  return visible ? toBase58(address) : `41${address.slice(2).toLowerCase()}`
}

/**
 * Parses an address in a node's format: hex with the prefix `41`, or `T…` with `visible`. The result is in lower case. Throws
 * TronRequestError.
 */
export function readAddress(text: unknown, visible: boolean): Address {
  if (visible) return readBase58(text)
  if (typeof text === 'string' && /^41[0-9a-fA-F]{40}$/.test(text)) {
    return `0x${text.slice(2).toLowerCase()}`
  }
  throw new TronRequestError({
    javaClass: 'org.tron.core.services.http.JsonFormat$ParseException',
    problem: 'INVALID hex String',
  })
}

/** Returns whether a string is a Tron address with a correct checksum. */
export function isBase58(text: string): boolean {
  try {
    return tronAddressBody(text).length > 0
  } catch {
    return false
  }
}

function readBase58(text: unknown): Address {
  try {
    return bytesToHex(tronAddressBody(String(text)))
  } catch {
    throw new TronRequestError({
      javaClass: 'org.tron.core.services.http.JsonFormat$ParseException',
      problem: 'INVALID base58 String',
    })
  }
}
