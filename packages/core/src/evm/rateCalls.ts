import { MalformedValueError } from '../errors.ts'
import type { Hex } from '../hex.ts'
import { READ_SELECTORS } from './abi.ts'
import { isAtEnd, openCursor, takeAddress, takeUint } from './cursor.ts'
import { pathWords, sizeWord } from './words.ts'

/**
 * Encodes a read of the rate along a path, `ChainlinkConversionPath.getRate`. The contract reverts when a rate is missing.
 *
 * @throws InvalidAddressError
 */
export function encodeGetRate(path: readonly string[]): Hex {
  return `${READ_SELECTORS.getRate}${sizeWord(32)}${pathWords(path)}`
}

/**
 * Decodes the result of `getRate`: the rate (see `convertUnits`) and the time of its oldest part, in seconds since 1970.
 *
 * @throws MalformedValueError when the data is not three words, or the last one, the rate's scale, is not 10^18.
 */
export function decodeRate(data: Hex): { rate: bigint; oldestTimestampS: bigint } {
  const cursor = openCursor(data, '0x')
  const rate = takeUint(cursor)
  const oldestTimestampS = takeUint(cursor)
  const scale = takeUint(cursor)
  if (!isAtEnd(cursor) || scale !== RATE_SCALE)
    throw malformed('The result of getRate', 'a rate, its time and 10^18', data)
  return { rate, oldestTimestampS }
}

/** Encodes a read of the ChainlinkConversionPath from which a conversion proxy reads its rates. */
export function encodeConversionPathOf(): Hex {
  return READ_SELECTORS.conversionPathOf
}

/**
 * Decodes the result of `encodeConversionPathOf`: an address in lower case.
 *
 * @throws MalformedValueError when the data is not one address.
 */
export function decodeConversionPathOf(data: Hex): string {
  const cursor = openCursor(data, '0x')
  const address = takeAddress(cursor)
  if (!isAtEnd(cursor)) throw malformed('The result of chainlinkConversionPath', 'an address', data)
  return address
}

/** The scale of the rates that `getRate` returns, in every version of the contract. */
const RATE_SCALE = 10n ** 18n

function malformed(what: string, expected: string, actual: unknown): MalformedValueError {
  return new MalformedValueError({ what, expected, actual })
}
