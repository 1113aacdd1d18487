/** Bytes as hex digits without `0x`, or a list of them: the content of Ethereum's Recursive Length Prefix. */
export type RlpItem = string | readonly RlpItem[]

const SHORT = 55
const TEXT = 0x80
const LIST = 0xc0

/** Encodes an item as hex digits without `0x`. */
export function encodeRlp(item: RlpItem): string {
  if (typeof item !== 'string') return withLength(item.map(encodeRlp).join(''), LIST)
  const isOwnByte = item.length === 2 && Number.parseInt(item, 16) < TEXT
  return isOwnByte ? item : withLength(item, TEXT)
}

/** Returns a number as the shortest bytes; zero has none. */
export function numberItem(value: bigint): string {
  if (value === 0n) return ''
  const digits = value.toString(16)
  return digits.padStart(digits.length + (digits.length % 2), '0')
}

/** Reads one of {@link numberItem}. */
export function readNumber(item: string): bigint {
  return item === '' ? 0n : BigInt(`0x${item}`)
}

/**
 * Decodes a list of bytes and lists from hex digits without `0x`.
 *
 * @throws RangeError if the digits are not exactly one such list
 */
export function decodeRlpList(digits: string): readonly RlpItem[] {
  const { item, end } = decodeAt(digits, 0)
  if (typeof item === 'string' || end !== digits.length) throw new RangeError('This is no list.')
  return item
}

function withLength(digits: string, base: number): string {
  const length = digits.length / 2
  if (length <= SHORT) return byte(base + length) + digits
  const size = numberItem(BigInt(length))
  return byte(base + SHORT + size.length / 2) + size + digits
}

function byte(value: number): string {
  return value.toString(16).padStart(2, '0')
}

function decodeAt(digits: string, at: number): { item: RlpItem; end: number } {
  const prefix = Number.parseInt(digits.slice(at, at + 2), 16)
  if (Number.isNaN(prefix)) throw new RangeError('The data ends within an item.')
  if (prefix < TEXT) return { item: digits.slice(at, at + 2), end: at + 2 }
  const base = prefix < LIST ? TEXT : LIST
  const { start, end } = bounds(digits, at + 2, prefix - base)
  if (base === TEXT) return { item: digits.slice(start, end), end }
  const items: RlpItem[] = []
  let next = start
  while (next < end) {
    const inner = decodeAt(digits, next)
    items.push(inner.item)
    next = inner.end
  }
  if (next !== end) throw new RangeError('An item ends after its list.')
  return { item: items, end }
}

/** Returns the place of a content, whose length is `size`, or is stated in the next `size - 55` bytes. */
function bounds(digits: string, at: number, size: number): { start: number; end: number } {
  const sizeDigits = size > SHORT ? (size - SHORT) * 2 : 0
  const length = size > SHORT ? Number(readNumber(digits.slice(at, at + sizeDigits))) : size
  const start = at + sizeDigits
  const end = start + length * 2
  if (end > digits.length) throw new RangeError('The data ends within an item.')
  return { start, end }
}
