import { decodeBase58Check, encodeBase58Check } from './base58check.ts'
import { InvalidAddressError } from './errors.ts'

/** Returns whether a string is a Tron address: 34 characters of base 58 beginning with `T`, with a correct checksum. */
export function isTronAddress(text: string): boolean {
  return findBody(text) !== null
}

/**
 * Returns the 20 bytes that represent a Tron address in contracts: the encoded bytes without the prefix 0x41.
 *
 * @throws InvalidAddressError
 */
export function tronAddressBody(text: string): Uint8Array {
  const body = findBody(text)
  if (body !== null) return body
  const isShaped = typeof text === 'string' && SHAPE.test(text)
  throw new InvalidAddressError({
    address: text,
    reason: isShaped ? 'checksum' : 'malformed',
    family: 'tron',
  })
}

/** Encodes the 20 bytes of an address as Tron's text. */
export function formatTronAddress(body: Uint8Array): string {
  return encodeBase58Check(Uint8Array.from([PREFIX, ...body]))
}

/** The first byte of every address on Tron's main network. */
const PREFIX = 0x41

const SHAPE = /^T[1-9A-HJ-NP-Za-km-z]{33}$/

function findBody(text: string): Uint8Array | null {
  if (typeof text !== 'string' || !SHAPE.test(text)) return null
  const bytes = decodeBase58Check(text)
  return bytes?.length === 21 && bytes[0] === PREFIX ? bytes.subarray(1) : null
}
