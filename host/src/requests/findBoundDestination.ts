import type { Caller } from '../auth/caller.ts'
import { DestinationInactiveError } from './errors.ts'

/**
 * Returns the composite id of the destination to which a caller is bound; null if each call names its destination.
 *
 * @throws DestinationInactiveError
 */
export function findBoundDestination(caller: Caller): string | null {
  if (caller.credential !== 'clientId' || caller.payeeDestination === null) return null
  const { destinationId, isActive } = caller.payeeDestination
  if (!isActive) throw new DestinationInactiveError()
  return destinationId
}
