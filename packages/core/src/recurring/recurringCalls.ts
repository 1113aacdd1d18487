import { MalformedValueError } from '../errors.ts'
import { addressWord } from '../evm/address.ts'
import { isAtEnd, openCursor, takeUint } from '../evm/cursor.ts'
import type { Hex } from '../hex.ts'
import { RECURRING_SELECTORS, RELAYER_ROLE } from './abi.ts'
import { bytes32Word, permitWords, type SchedulePermit } from './schedulePermit.ts'

/**
 * Encodes a subscriber's call that revokes a permit on chain; afterwards no payment can be made under it. Only this project's own contract
 * supports it: with Request Network's deployments, the only way to cancel is a lower allowance.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError naming the field at fault.
 */
export function encodeCancelPermit(permit: SchedulePermit): Hex {
  return `${RECURRING_SELECTORS.cancelPermit}${permitWords(permit)}`
}

/**
 * Encodes a read of whether the permit with a digest (see `hashPermit`) was revoked; decode the result with `decodeBool`. On Request
 * Network's deployments, the read reverts.
 *
 * @throws MalformedValueError
 */
export function encodeIsCancelled(digest: Hex): Hex {
  return `${RECURRING_SELECTORS.isCancelled}${bytes32Word(digest, 'digest')}`
}

/**
 * Encodes a read of whether an address may trigger payments; decode the result with `decodeBool`.
 *
 * @throws InvalidAddressError
 */
export function encodeHasRelayerRole(relayer: string): Hex {
  return `${RECURRING_SELECTORS.hasRole}${RELAYER_ROLE.slice(2)}${addressWord(relayer, 'relayer')}`
}

/**
 * Decodes a boolean result.
 *
 * @throws MalformedValueError if the data is not one word of 0 or 1, such as the empty result of an address without code.
 */
export function decodeBool(data: Hex): boolean {
  const cursor = openCursor(data, '0x')
  const value = takeUint(cursor)
  if (!isAtEnd(cursor) || value > 1n)
    throw new MalformedValueError({
      what: 'The answer',
      expected: 'one word holding 0 or 1',
      actual: data,
    })
  return value === 1n
}
