import { sha256 } from '@noble/hashes/sha2'

/**
 * Encodes bytes in Base58Check: the bytes and the first four bytes of their double SHA-256, in base 58 with Bitcoin's alphabet. Tron uses
 * it for its 21-byte addresses.
 */
export function encodeBase58Check(payload: Uint8Array): string {
  const bytes = new Uint8Array(payload.length + CHECKSUM_BYTES)
  bytes.set(payload)
  bytes.set(checksum(payload), payload.length)
  return encodeBase58(bytes)
}

/** Decodes Base58Check text; null if the text is too long, has a wrong checksum or contains a character outside the alphabet. */
export function decodeBase58Check(text: string): Uint8Array | null {
  const bytes = decodeBase58(text)
  if (bytes === null || bytes.length < CHECKSUM_BYTES) return null
  const payload = bytes.subarray(0, -CHECKSUM_BYTES)
  const expected = checksum(payload)
  const actual = bytes.subarray(-CHECKSUM_BYTES)
  return expected.every((byte, index) => byte === actual[index]) ? payload : null
}

const CHECKSUM_BYTES = 4

/** The longest text that is decoded: the cost grows with the square of the length, and an address has 34 characters. */
const MAX_TEXT_LENGTH = 128

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function checksum(payload: Uint8Array): Uint8Array {
  return sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES)
}

/** Writes bytes as a number in base 58; each leading zero byte becomes one leading `1`. */
function encodeBase58(bytes: Uint8Array): string {
  const zeros = leadingCount(bytes, 0)
  let value = 0n
  for (const byte of bytes) value = value * 256n + BigInt(byte)
  let text = ''
  for (; value > 0n; value /= 58n) text = ALPHABET.charAt(Number(value % 58n)) + text
  return ALPHABET.charAt(0).repeat(zeros) + text
}

function decodeBase58(text: string): Uint8Array | null {
  if (text.length > MAX_TEXT_LENGTH) return null
  let value = 0n
  const digits: number[] = []
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit === -1) return null
    digits.push(digit)
    value = value * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; value > 0n; value /= 256n) bytes.push(Number(value % 256n))
  const zeros = leadingCount(digits, 0)
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes.reverse()])
}

function leadingCount(values: ArrayLike<number>, wanted: number): number {
  let count = 0
  while (count < values.length && values[count] === wanted) count++
  return count
}
