import type { Hex } from '@secure-payment/core'

const WORD = 64

/** Returns the ABI word of an unsigned number or of an address: 64 hex digits. The caller has checked the value. */
export function wordOf(value: bigint | string): string {
  const digits = typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()
  if (digits.length > WORD) throw new RangeError('A word has at most 64 digits.')
  return digits.padStart(WORD, '0')
}

/** Returns `bytes` as ABI words: the length, and the digits padded on the right. */
export function bytesWords(bytes: Hex): string {
  const digits = bytes.slice(2)
  return (
    wordOf(BigInt(digits.length / 2)) + digits.padEnd(Math.ceil(digits.length / WORD) * WORD, '0')
  )
}

/** Reads the address in a word of ABI data without `0x`, in lower case; null if the data has no such word. */
export function readAddressWord(data: string, index: number): Hex | null {
  const word = data.slice(index * WORD, (index + 1) * WORD)
  return /^0{24}[0-9a-f]{40}$/.test(word) ? `0x${word.slice(24)}` : null
}

/** Reads the `bytes` whose place is in a word of ABI data without `0x`; null if the data has no such bytes. */
export function readBytes(data: string, index: number): Hex | null {
  const start = readSize(data, index * WORD)
  const length = start === null ? null : readSize(data, start * 2)
  if (start === null || length === null) return null
  const from = start * 2 + WORD
  const digits = data.slice(from, from + length * 2)
  return digits.length === length * 2 && /^[0-9a-f]*$/.test(digits) ? `0x${digits}` : null
}

/** Reads a length or an offset in bytes; null if it leads out of the data. */
function readSize(data: string, at: number): number | null {
  const word = data.slice(at, at + WORD)
  if (!/^[0-9a-f]{64}$/.test(word)) return null
  const size = BigInt(`0x${word}`)
  return size <= BigInt(Math.floor(data.length / 2)) ? Number(size) : null
}
