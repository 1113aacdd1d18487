import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { MalformedValueError } from './errors.ts'
import type { Hex } from './hex.ts'

/** A keccak-256 implementation. The default is the pure function of `@noble/hashes`; a host may pass a faster one. */
export type Keccak = (bytes: Uint8Array) => Uint8Array

/**
 * Creates a request id: `01`, the time in milliseconds as 12 hex digits and 26 random bytes. The id has 66 characters, in lower case and
 * without `0x`. Later ids sort later, so an index appends their rows instead of scattering them. The caller passes the random bytes and the
 * time.
 *
 * @throws MalformedValueError when the time or the number of bytes is wrong.
 */
export function createRequestId(nowMs: number, random26: Uint8Array): string {
  assertTime(nowMs)
  assertLength('Request id randomness', random26, REQUEST_ID_RANDOM_BYTES)
  return `01${nowMs.toString(16).padStart(12, '0')}${bytesToHex(random26)}`
}

/**
 * Creates a salt of 8 random bytes: 16 hex digits, lower case, no `0x`. A salt makes a payment reference unguessable.
 *
 * @throws MalformedValueError when the number of bytes is wrong.
 */
export function createSalt(random8: Uint8Array): string {
  assertLength('Salt randomness', random8, SALT_BYTES)
  return bytesToHex(random8)
}

/**
 * Derives the reference that a payment carries on chain: the last 8 bytes of `keccak256(lowerCase(requestId + salt + address))`, as `0x`
 * and 16 hex digits. The address is the payee's text in its network's format. A Tron address, although case-sensitive, is converted to
 * lower case too, as in existing software.
 *
 * @throws MalformedValueError when a part has the wrong format.
 */
export function createPaymentReference(
  requestId: string,
  salt: string,
  address: string,
  keccak: Keccak = keccak_256,
): Hex {
  if (!REQUEST_ID.test(requestId))
    throw malformed('Request id', '"01" and 64 hex digits', requestId)
  if (!SALT.test(salt)) throw malformed('Salt', '16 hex digits', salt)
  if (!ADDRESS_TEXT.test(address))
    throw malformed('Payee address', 'an EVM or Tron address', address)
  const hash = keccak(asciiBytes((requestId + salt + address).toLowerCase()))
  return `0x${bytesToHex(hash.subarray(24, 32))}`
}

/** A refunded payment, and the id of its refund. */
export type RefundedPlace = { network: string; txHash: string; logIndex: number; refundId: string }

/**
 * Derives the salt of the request that pays a refund: the last 8 bytes of `keccak256(lowerCase('refund:' + network + ':' + txHash + ':' +
 * logIndex + ':' + refundId))`, as 16 hex digits. With the ids of the refund and its request, a refund's payment reference can therefore be
 * recomputed from the merchant's books. The random bits of both ids make the salt unguessable, and no other request has the same salt.
 */
export function createRefundSalt(
  { network, txHash, logIndex, refundId }: RefundedPlace,
  keccak: Keccak = keccak_256,
): string {
  const text = `refund:${network}:${txHash}:${logIndex}:${refundId}`
  return bytesToHex(keccak(asciiBytes(text.toLowerCase())).subarray(24, 32))
}

/**
 * Computes the topic under which logs index a reference: keccak-256 of its 8 raw bytes, as `0x` and 64 hex digits.
 *
 * @throws MalformedValueError when the reference is not `0x` and 16 hex digits.
 */
export function referenceTopic(reference: Hex, keccak: Keccak = keccak_256): Hex {
  if (!REFERENCE.test(reference))
    throw malformed('Payment reference', '"0x" and 16 hex digits', reference)
  return `0x${bytesToHex(keccak(hexToBytes(reference.slice(2))))}`
}

/**
 * Converts a topic to its database key: the first 8 bytes as a signed 64-bit integer, which both databases index natively. Keys of
 * different topics may collide in theory, so a lookup by key must compare the reference too.
 *
 * @throws MalformedValueError when the topic is not `0x` and 64 hex digits.
 */
export function topicKey(topic: Hex): bigint {
  if (!TOPIC.test(topic)) throw malformed('Topic', '"0x" and 64 hex digits', topic)
  return BigInt.asIntN(64, BigInt(topic.slice(0, 18)))
}

/**
 * Creates a ULID: 48 bits of time in milliseconds and 80 random bits in Crockford's base 32, 26 upper-case characters.
 * The caller provides all 80 bits each time. Two ids from the same millisecond share only their time, so a token cannot be guessed from its
 * neighbour.
 *
 * @throws MalformedValueError when the time or the number of bytes is wrong.
 */
export function createUlid(nowMs: number, random10: Uint8Array): string {
  assertTime(nowMs)
  assertLength('ULID randomness', random10, ULID_RANDOM_BYTES)
  return (
    base32(nowMs, ULID_TIME_CHARACTERS) + base32OfBytes(random10, 0) + base32OfBytes(random10, 5)
  )
}

/** Returns whether a string is a ULID in canonical form: 26 characters, upper case, no I, L, O or U, time in 48 bits. */
export function isUlid(text: string): boolean {
  return typeof text === 'string' && text.length === 26 && ULID.test(text)
}

const REQUEST_ID_RANDOM_BYTES = 26
const SALT_BYTES = 8
const ULID_RANDOM_BYTES = 10
const ULID_TIME_CHARACTERS = 10

/** The largest time of 48 bits, in the year 10889. */
const MAX_TIME_MS = 2 ** 48 - 1

const REQUEST_ID = /^01[0-9a-f]{64}$/i
const SALT = /^[0-9a-f]{16}$/i
const REFERENCE = /^0x[0-9a-f]{16}$/i
const TOPIC = /^0x[0-9a-f]{64}$/i
const ADDRESS_TEXT = /^(?:0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** Crockford's base 32: no I, L, O or U. */
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Encodes an integer of at most 53 bits as `length` base-32 characters, most significant first. */
function base32(value: number, length: number): string {
  let text = ''
  let rest = value
  for (let index = 0; index < length; index++) {
    text = BASE32.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Encodes the 5 bytes (40 bits) from `start` as 8 base-32 characters. */
function base32OfBytes(bytes: Uint8Array, start: number): string {
  let value = 0
  for (let index = start; index < start + 5; index++) value = value * 256 + (bytes[index] ?? 0)
  return base32(value, 8)
}

function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}

function assertTime(nowMs: number): void {
  if (Number.isInteger(nowMs) && nowMs >= 0 && nowMs <= MAX_TIME_MS) return
  throw malformed('Time', 'whole milliseconds since 1970 in 48 bits', nowMs)
}

function assertLength(what: string, bytes: Uint8Array, length: number): void {
  if (bytes.length === length) return
  throw malformed(what, `${length} bytes`, bytes.length)
}

function malformed(what: string, expected: string, actual: unknown): MalformedValueError {
  return new MalformedValueError({ what, expected, actual })
}
