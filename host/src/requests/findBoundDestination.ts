import type { Caller } from '../auth/caller.ts'
import { DestinationInactiveError } from './errors.ts'

/**
 * The composite id of the destination that all payments of a caller go to; null = each call names one.
 *
 * @throws DestinationInactiveError
 */
export function findBoundDestination(caller: Caller): string | null {
  if (caller.credential !== 'clientId' || caller.payeeDestination === null) return null
  const { destinationId, isActive } = caller.payeeDestination
  if (!isActive) throw new DestinationInactiveError()
  return destinationId
}
