import { createHash } from 'node:crypto'

/** A set of rows: their number, and the sum of their SHA-256 hashes modulo 2^256, which does not depend on their order. */
export type Fingerprint = { rows: number; sum: bigint }

const MODULUS = 2n ** 256n

/** Creates an empty fingerprint. Numbers and bigints count by their digits, because the engines return different types. */
export function createFingerprint(): {
  add(row: Readonly<Record<string, unknown>>): void
  result(): Fingerprint
} {
  let rows = 0
  let sum = 0n
  return {
    add(row) {
      const columns = Object.keys(row).sort()
      const text = JSON.stringify(columns.map((column) => [column, textOf(row[column])]))
      rows += 1
      sum = (sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)) % MODULUS
    },
    result: () => ({ rows, sum }),
  }
}

function textOf(value: unknown): string | null {
  return value === null ? null : String(value)
}
