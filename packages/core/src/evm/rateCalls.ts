import type { Hex } from 'viem'
import { MalformedValueError } from '../errors.ts'
import { READ_SELECTORS } from './abi.ts'
import { addressWord } from './address.ts'
import { isAtEnd, openCursor, takeAddress, takeUint } from './cursor.ts'
import { sizeWord } from './words.ts'

/**
 * Encodes the question for the rate along a path, `ChainlinkConversionPath.getRate`. The contract reverts where a rate is
 * missing.
 *
 * @throws InvalidAddressError
 */
export function encodeGetRate(path: readonly string[]): Hex {
  const words = path.map((currency) => addressWord(currency, 'path')).join('')
  return `${READ_SELECTORS.getRate}${sizeWord(32)}${sizeWord(path.length)}${words}`
}

/**
 * Decodes the answer to `getRate`: the rate (see `convertUnits`) and the time of its oldest part, in seconds since 1970.
 *
 * @throws MalformedValueError when the data is not three words.
 */
export function decodeRate(data: Hex): { rate: bigint; oldestTimestampS: bigint } {
  const cursor = openCursor(data, '0x')
  const rate = takeUint(cursor)
  const oldestTimestampS = takeUint(cursor)
  // The scale of the rate, which is always 10^18.
  takeUint(cursor)
  if (!isAtEnd(cursor)) throw malformed('The answer to getRate', 'three words', data)
  return { rate, oldestTimestampS }
}

/** Encodes the question to a conversion proxy which ChainlinkConversionPath it takes its rates from. */
export function encodeConversionPathOf(): Hex {
  return READ_SELECTORS.conversionPathOf
}

/**
 * Decodes the answer to `encodeConversionPathOf`: an address in lower case.
 *
 * @throws MalformedValueError when the data is not one address.
 */
export function decodeConversionPathOf(data: Hex): string {
  const cursor = openCursor(data, '0x')
  const address = takeAddress(cursor)
  if (!isAtEnd(cursor)) throw malformed('The answer to chainlinkConversionPath', 'an address', data)
  return address
}

function malformed(what: string, expected: string, actual: unknown): MalformedValueError {
  return new MalformedValueError({ what, expected, actual })
}
