import type { Hex } from 'viem'
import { MalformedValueError } from '../errors.ts'
import { addressWord } from '../evm/address.ts'
import { isAtEnd, openCursor, takeUint } from '../evm/cursor.ts'
import { RECURRING_SELECTORS, RELAYER_ROLE } from './abi.ts'
import { bytes32Word, permitWords, type SchedulePermit } from './schedulePermit.ts'

/**
 * Encodes the call by which a subscriber takes a permit back on chain; no payment of it can be made from then on. Only this
 * project's own contract has it: Request Network's deployments know no cancelling but a lower allowance.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError naming the field at fault.
 */
export function encodeCancelPermit(permit: SchedulePermit): Hex {
  return `${RECURRING_SELECTORS.cancelPermit}${permitWords(permit)}`
}

/**
 * Encodes the question whether the permit of a digest (see `hashPermit`) was taken back; read the answer with `decodeBool`.
 * Request Network's deployments revert.
 *
 * @throws MalformedValueError
 */
export function encodeIsCancelled(digest: Hex): Hex {
  return `${RECURRING_SELECTORS.isCancelled}${bytes32Word(digest, 'digest')}`
}

/**
 * Encodes the question whether an address may trigger payments; read the answer with `decodeBool`.
 *
 * @throws InvalidAddressError
 */
export function encodeHasRelayerRole(relayer: string): Hex {
  return `${RECURRING_SELECTORS.hasRole}${RELAYER_ROLE.slice(2)}${addressWord(relayer, 'relayer')}`
}

/**
 * Decodes an answer that is one truth value.
 *
 * @throws MalformedValueError when the data is not one word holding 0 or 1, such as the empty answer of an address without code.
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
