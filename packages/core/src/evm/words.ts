import { MAX_UINT256 } from '../amount.ts'
import { MalformedValueError } from '../errors.ts'
import type { Hex } from '../hex.ts'
import { addressWord } from './address.ts'

/** The number of bytes in a payment reference. */
export const REFERENCE_BYTES = 8

const ZERO_WORD = '0000000000000000000000000000000000000000000000000000000000000000'

/**
 * Strings of zeros, by length. They are cut from a literal, because V8 builds `'0'.repeat(n)` as a tree of halves. Measurements show that
 * every string built from such a tree is three times as slow to read.
 */
const ZEROS: readonly string[] = Array.from({ length: 65 }, (_, count) => ZERO_WORD.slice(0, count))

/** Returns `count` zeros, up to the 64 digits of a word. */
export function zeros(count: number): string {
  const digits = ZEROS[count]
  if (digits === undefined) throw new RangeError('A word has at most 64 digits.')
  return digits
}

/**
 * Returns the ABI word of a `uint256`: 64 lower-case hex digits. `field` names the input in the error.
 *
 * @throws MalformedValueError when the value is not a bigint from 0 to 2^256 - 1.
 */
export function uintWord(units: bigint, field: string): string {
  if (typeof units !== 'bigint' || units < 0n || units > MAX_UINT256)
    throw new MalformedValueError({
      what: field,
      expected: 'a bigint from 0 to 2^256 - 1',
      actual: units,
      field,
    })
  return padWord(units.toString(16))
}

/** Returns the ABI word of a length or offset that the caller computed. */
export function sizeWord(size: number): string {
  return padWord(size.toString(16))
}

/**
 * Returns the two ABI words of a payment reference as `bytes`: its length, 8, and its digits padded on the right.
 *
 * @throws MalformedValueError when the reference is not `0x` and 16 hex digits.
 */
export function referenceWords(reference: Hex): string {
  if (typeof reference !== 'string' || !REFERENCE.test(reference))
    throw new MalformedValueError({
      what: 'Payment reference',
      expected: '"0x" and 16 hex digits',
      actual: reference,
      field: 'paymentReference',
    })
  return REFERENCE_LENGTH_WORD + reference.slice(2).toLowerCase() + REFERENCE_PADDING
}

/**
 * Returns the ABI words of a conversion path as `address[]`: its length and its currencies.
 *
 * @throws InvalidAddressError
 */
export function pathWords(path: readonly string[]): string {
  return sizeWord(path.length) + path.map((currency) => addressWord(currency, 'path')).join('')
}

function padWord(digits: string): string {
  return zeros(64 - digits.length) + digits
}

const REFERENCE = /^0x[0-9a-fA-F]{16}$/
const REFERENCE_LENGTH_WORD = sizeWord(REFERENCE_BYTES)
const REFERENCE_PADDING = ZERO_WORD.slice(2 * REFERENCE_BYTES)
