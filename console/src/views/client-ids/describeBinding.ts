import type { ClientIdRecord, PayeeDestination } from '../../api.ts'
import { type NetworkChoice, nameDestination } from '../../networkChoices.ts'
import { readDestination } from '../../readDestination.ts'
import type { Text } from '../../text/text.ts'

/** The networks and the wallet's destination, from which the screens describe a client ID's destination. */
export type BindingFacts = {
  readonly networks: readonly NetworkChoice[]
  /** The wallet's own destination; null for an account, or if the wallet has no destination. */
  readonly destination: PayeeDestination | null
}

/** Returns whether a client ID is bound to the wallet's own route. */
export function isBoundToOwn(
  { payeeDestinationId }: Pick<ClientIdRecord, 'payeeDestinationId'>,
  { destination }: Pick<BindingFacts, 'destination'>,
): boolean {
  if (destination === null || payeeDestinationId === null) return false
  return payeeDestinationId === destination.id || payeeDestinationId === destination.destinationId
}

/** Returns the destination of a client ID's payments as display text; null if each payment specifies its own. */
export function describeBinding(
  record: Pick<ClientIdRecord, 'payeeDestinationId'>,
  facts: BindingFacts,
  { clientIds, destinations }: Text,
): string | null {
  const id = record.payeeDestinationId
  if (id === null) return null
  const isOwn = isBoundToOwn(record, facts)
  const destination = isOwn ? facts.destination : readDestination(id)
  // The id of a route that is not this wallet's current one contains neither its token nor its network.
  if (destination === null) return clientIds.boundToRoute
  const name = nameDestination(destination, facts.networks)
  const route = destinations.chosen(name.token, name.network)
  return isOwn ? clientIds.boundToOwn(route) : clientIds.boundTo(route)
}
