import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import { InvalidAddressError } from '../errors.ts'
import type { Address } from '../hex.ts'
import type { Keccak } from '../id.ts'

/** The zero address; in calldata it means "no fee address". */
export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

/**
 * Returns whether a string is an EVM address: `0x` and 40 hex digits, all lower case, all upper case, or mixed with the exact EIP-55
 * checksum. Mixed case that is not the checksum is a typing error, so the text is not an address.
 */
export function isEvmAddress(text: string): boolean {
  return findAddressWord(text) !== null
}

/**
 * Formats an address with its EIP-55 checksum. `keccak`: an implementation that is faster than core's, if there is one.
 *
 * @throws InvalidAddressError when the text is not an address or its mixed case is not the checksum.
 */
export function checksumAddress(text: string, keccak: Keccak = keccak_256): Address {
  const word = findAddressWord(text, keccak) ?? addressWord(text)
  // An accepted mixed case is the checksum itself, so it needs no second hash.
  if (MIXED_CASE.test(text)) return `0x${text.slice(2)}`
  const address = withChecksum(word.slice(WORD_PADDING.length), keccak)
  // Caches the formatted address, so that the encoders need not check it again.
  remember(address, word)
  return address
}

const MIXED_CASE = /^0x(?=[^a-f]*[a-f])(?=[^A-F]*[A-F])/

/** Returns whether two strings are the same address, ignoring case. Neither string is checked. */
export function isSameAddress(a: string, b: string): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase()
}

/**
 * Returns the ABI word of an address: 64 lower-case hex digits without `0x`. `field` names the input in the error.
 *
 * @throws InvalidAddressError
 */
export function addressWord(text: string, field?: string): string {
  const word = findAddressWord(text)
  if (word !== null) return word
  const isShaped = typeof text === 'string' && ADDRESS.test(text)
  const reason = isShaped ? 'checksum' : 'malformed'
  throw new InvalidAddressError({
    address: text,
    reason,
    ...(field === undefined ? {} : { field }),
  })
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const WORD_PADDING = '000000000000000000000000'

/**
 * Words of recently used addresses; a full cache is cleared. Checking a checksum costs a hash, 50 times the rest of encoding a call, and
 * the same few tokens, proxies and payees recur. The cache changes no result, because the function is pure.
 */
const words = new Map<string, string>()
const MAX_REMEMBERED_WORDS = 4_096

function findAddressWord(text: string, keccak?: Keccak): string | null {
  const known = words.get(text)
  if (known !== undefined) return known
  if (typeof text !== 'string' || !ADDRESS.test(text)) return null
  const body = text.slice(2)
  const lower = body.toLowerCase()
  const isMixed = body !== lower && body !== body.toUpperCase()
  if (isMixed && withChecksum(lower, keccak) !== text) return null

  const word = WORD_PADDING + lower
  remember(text, word)
  return word
}

function remember(text: string, word: string): void {
  if (words.size >= MAX_REMEMBERED_WORDS) words.clear()
  words.set(text, word)
}

/** EIP-55: a letter is upper case if the digit at its position in the hash of the lower-case text is 8 or more. */
function withChecksum(lower: string, keccak: Keccak = keccak_256): Address {
  const hash = bytesToHex(keccak(utf8ToBytes(lower)))
  let text = ''
  for (let index = 0; index < 40; index++) {
    const character = lower.charAt(index)
    text += hash.charCodeAt(index) >= CODE_8 ? character.toUpperCase() : character
  }
  return `0x${text}`
}

const CODE_8 = '8'.charCodeAt(0)
