import type { Caller } from '../auth/caller.ts'
import { DestinationInactiveError } from './errors.ts'

/**
 * The composite id of the destination that everything of a caller goes to; null = it is free to say.
 *
 * @throws DestinationInactiveError
 */
export function findBoundDestination(caller: Caller): string | null {
  if (caller.credential !== 'clientId' || caller.payeeDestination === null) return null
  const { destinationId, isActive } = caller.payeeDestination
  if (!isActive) throw new DestinationInactiveError()
  return destinationId
}
