import { referenceTopic } from '@secure-payment/core'
import type { Hex } from 'viem'
import { keccak256 } from '../keccak.ts'

/** The ABI word for a length of 8 bytes, which precedes each reference. */
const LENGTH_WORD = '8'.padStart(64, '0')
const REFERENCE_DIGITS = 16
/** The maximum number of candidates per transaction, because its sender decides their number. */
const MAX_CANDIDATES = 1_000

/**
 * Finds the payment references in a transaction's input, by their topics. A log contains only the hash of its
 * reference; the calldata contains the reference, at any depth of a batch or a contract wallet's call. A reference's hash must equal its
 * topic, so the node that returned the input need not be trusted.
 */
export function findReferences(input: Hex): ReadonlyMap<Hex, Hex> {
  const found = new Map<Hex, Hex>()
  let at = input.indexOf(LENGTH_WORD)
  for (let tried = 0; at !== -1 && tried < MAX_CANDIDATES; tried += 1) {
    const start = at + LENGTH_WORD.length
    const digits = input.slice(start, start + REFERENCE_DIGITS)
    // `0x` and whole bytes; a match at an odd digit does not count.
    if (at % 2 === 0 && digits.length === REFERENCE_DIGITS) {
      found.set(referenceTopic(`0x${digits}`, keccak256), `0x${digits}`)
    }
    at = input.indexOf(LENGTH_WORD, at + 1)
  }
  return found
}
