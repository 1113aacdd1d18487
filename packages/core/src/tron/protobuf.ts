import { MalformedTronTransactionError } from './MalformedTronTransactionError.ts'

/**
 * The part of protobuf's wire format that a Tron transaction needs, in lower-case hex. Only the canonical form is supported: fields in
 * the requested order, each at most once, defaults omitted, varints without padding. A tag is given as it appears on the wire.
 */

/** Encodes a whole number; encodes 0, the default, as nothing. */
export function intField(tag: string, value: number): string {
  return value === 0 ? '' : tag + varint(value)
}

/** Encodes bytes or a message; encodes empty bytes, the default, as nothing. */
export function bytesField(tag: string, hex: string): string {
  return hex === '' ? '' : tag + varint(hex.length / 2) + hex
}

/**
 * Starts reading a message. `name` and `foreign` are for errors; `foreign` names, by number, the fields that do not belong in the
 * message.
 */
export function openReader(hex: string, name: string, foreign: FieldNames = {}): Reader {
  return { hex, name, foreign, at: 0 }
}

/** A reading position in one message. `at` is the index of the next digit. */
export type Reader = {
  readonly hex: string
  readonly name: string
  readonly foreign: FieldNames
  at: number
}

type FieldNames = Readonly<Record<number, string>>

/** Reads a whole number; 0 if the next field has another tag. */
export function takeInt(reader: Reader, tag: string): number {
  if (!takeTag(reader, tag)) return 0
  const value = takeVarint(reader)
  return value === 0 ? refuse(reader, 'encodes a default value') : value
}

/** Reads bytes or a message; empty if the next field has another tag. */
export function takeBytes(reader: Reader, tag: string): string {
  if (!takeTag(reader, tag)) return ''
  const length = takeVarint(reader)
  const start = reader.at
  reader.at += 2 * length
  if (length === 0) return refuse(reader, 'encodes a default value')
  if (reader.at > reader.hex.length) return refuse(reader, 'ends too early')
  return reader.hex.slice(start, reader.at)
}

/**
 * Rejects data after the last field: an unknown, repeated or misplaced field.
 *
 * @throws MalformedTronTransactionError
 */
export function assertEnd(reader: Reader): void {
  if (reader.at === reader.hex.length) return
  const field = Math.floor(takeVarint(reader) / 8)
  refuse(reader, `has ${reader.foreign[field] ?? `a field ${field}`} where none belongs`)
}

function takeTag(reader: Reader, tag: string): boolean {
  if (!reader.hex.startsWith(tag, reader.at)) return false
  reader.at += tag.length
  return true
}

function varint(value: number): string {
  const low = value % 128
  const rest = (value - low) / 128
  const byte = (rest === 0 ? low : low + 128).toString(16).padStart(2, '0')
  return rest === 0 ? byte : byte + varint(rest)
}

function takeVarint(reader: Reader): number {
  let value = 0
  for (let scale = 1; scale <= MAX_SCALE; scale *= 128) {
    const byte = Number.parseInt(reader.hex.slice(reader.at, reader.at + 2), 16)
    if (Number.isNaN(byte)) return refuse(reader, 'ends too early')
    reader.at += 2
    value += (byte % 128) * scale
    if (byte >= 128) continue
    if (byte === 0 && scale > 1) return refuse(reader, 'contains a padded number')
    return Number.isSafeInteger(value)
      ? value
      : refuse(reader, 'contains a number that is too large')
  }
  return refuse(reader, 'contains a number that is too large')
}

/** The scale of the eighth byte of a number, which is the last byte of 2^53 - 1. */
const MAX_SCALE = 128 ** 7

function refuse(reader: Reader, problem: string): never {
  throw new MalformedTronTransactionError(`${reader.name} ${problem}`)
}
