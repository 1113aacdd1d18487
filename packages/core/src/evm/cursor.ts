import type { Hex } from '../hex.ts'
import { REFERENCE_BYTES, zeros } from './words.ts'

/**
 * A reading position in ABI-encoded hex. The one canonical form has only hex digits, clean padding, and every dynamic part directly after
 * the previous one. Any other data marks the cursor as failed permanently. Values read afterwards are meaningless, so a decoder reads all
 * its fields and then calls `isAtEnd` once.
 */
export type Cursor = {
  readonly data: string
  /** Index of the next digit in `data`. */
  at: number
  hasFailed: boolean
}

/** Starts reading after a prefix: `0x`, or `0x` and a selector. */
export function openCursor(data: string, prefix: string): Cursor {
  return { data, at: prefix.length, hasFailed: !data.startsWith(prefix) }
}

/** Returns whether all data was canonical and no data follows. */
export function isAtEnd(cursor: Cursor): boolean {
  return !cursor.hasFailed && cursor.at === cursor.data.length
}

/** Reads a `uint256`. */
export function takeUint(cursor: Cursor): bigint {
  const { data, at } = cursor
  const end = at + 64
  cursor.at = end
  if (cursor.hasFailed || end > data.length) return fail(cursor, 0n)
  // A float holds 52 bits exactly. Two floats hold any realistic amount, and parse in half the time of 64 digits.
  if (data.startsWith(ZEROS_38, at)) {
    const high = data.startsWith(ZEROS_13, at + 38) ? 0 : parseDigits(data, at + 38, at + 51)
    const low = parseDigits(data, at + 51, end)
    if (high < 0 || low < 0) return fail(cursor, 0n)
    return high === 0 ? BigInt(low) : (BigInt(high) << 52n) | BigInt(low)
  }
  return BigInt(`0x${readDigits(cursor, at, 64) || '0'}`)
}

/** Reads an address whose 12 padding bytes are zero; lower case. */
export function takeAddress(cursor: Cursor): string {
  const { data, at } = cursor
  cursor.at = at + 64
  if (!data.startsWith(ZEROS_24, at)) return fail(cursor, '')
  return `0x${readDigits(cursor, at + 24, 40)}`
}

/** Reads a word that must be this length or offset. */
export function expectSize(cursor: Cursor, size: number): void {
  if (takeUint(cursor) !== BigInt(size)) cursor.hasFailed = true
}

/** Reads the length of an array whose elements fill at least one word each, so the remaining data bounds it. */
export function takeLength(cursor: Cursor): number {
  const length = takeUint(cursor)
  const wordsLeft = Math.floor((cursor.data.length - cursor.at) / 64)
  if (cursor.hasFailed || length > BigInt(wordsLeft)) return fail(cursor, 0)
  return Number(length)
}

/** Reads an `address[]`; each in lower case. */
export function takePath(cursor: Cursor): readonly string[] {
  const length = takeLength(cursor)
  const path: string[] = []
  for (let index = 0; index < length && !cursor.hasFailed; index++) path.push(takeAddress(cursor))
  return path
}

/** Reads `bytes` that contain a payment reference: length 8, the digits, zeros. Lower case. */
export function takeReference(cursor: Cursor): Hex {
  expectSize(cursor, REFERENCE_BYTES)
  return takeBytes(cursor, REFERENCE_BYTES)
}

/** Reads this many bytes and the zeros that complete their last word. Lower case. */
export function takeBytes(cursor: Cursor, count: number): Hex {
  const { data, at } = cursor
  const end = at + 2 * count
  const padding = zeros((64 - ((2 * count) % 64)) % 64)
  cursor.at = end + padding.length
  if (!data.startsWith(padding, end)) return fail(cursor, '0x')
  return `0x${readDigits(cursor, at, 2 * count)}`
}

const ZEROS_13 = zeros(13)
const ZEROS_24 = zeros(24)
const ZEROS_38 = zeros(38)

/** Reads hex digits as lower case. Digits that are already in lower case, the common case, are copied unchanged. */
function readDigits(cursor: Cursor, start: number, length: number): string {
  const digits = cursor.data.slice(start, start + length)
  if (digits.length < length) return fail(cursor, '')
  if (hasLowerDigits(cursor.data, start, start + length)) return digits
  const lower = digits.toLowerCase()
  return hasLowerDigits(lower, 0, length) ? lower : fail(cursor, '')
}

/** Maps each ASCII character code to the value of its hex digit, in either case, or to -1. */
const DIGIT_VALUES = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
)

/** Like `DIGIT_VALUES`, without upper case. */
const LOWER_DIGIT_VALUES = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code)),
)

/** The check is a loop over a table, because a pattern takes three times as long. */
function hasLowerDigits(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++)
    if ((LOWER_DIGIT_VALUES[text.charCodeAt(index)] ?? -1) < 0) return false
  return true
}

/** Reads at most 13 hex digits (52 bits); -1 when one is not a digit. */
function parseDigits(text: string, start: number, end: number): number {
  let value = 0
  for (let index = start; index < end; index++) {
    const digit = DIGIT_VALUES[text.charCodeAt(index)] ?? -1
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}

function fail<Value>(cursor: Cursor, value: Value): Value {
  cursor.hasFailed = true
  return value
}
