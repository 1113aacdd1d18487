import { findCurrency, findNetwork } from '@secure-payment/core/networks'
import { maskAddress } from '@secure-payment/widget/design'
import type { ClientIdRecord, MemberRecord, PayeeDestination } from '../../api.ts'
import {
  type DestinationName,
  isSame,
  type NetworkChoice,
  nameDestination,
} from '../../networkChoices.ts'
import { readDestination } from '../../readDestination.ts'
import type { Text } from '../../text/text.ts'

/** The networks and the wallet's destination, from which the screens describe a client ID's destination. */
export type BindingFacts = {
  readonly networks: readonly NetworkChoice[]
  /** The wallet's own destination; null for an account, or if the wallet has no destination. */
  readonly destination: PayeeDestination | null
}

/** The facts with the account's members, whose wallets a bound wallet is compared with. */
export type NamedBindingFacts = BindingFacts & {
  readonly members: readonly Pick<MemberRecord, 'address'>[]
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
  record: Pick<ClientIdRecord, 'payeeDestinationId' | 'payeeDestination'>,
  facts: NamedBindingFacts,
  { clientIds, destinations }: Text,
): string | null {
  const id = record.payeeDestinationId
  if (id === null) return null
  const isOwn = isBoundToOwn(record, facts)
  const destination = isOwn ? facts.destination : readDestination(id)
  const name =
    destination === null
      ? nameRoute(record.payeeDestination)
      : nameDestination(destination, facts.networks)
  if (name === null) return clientIds.boundToRoute
  const route = destinations.chosen(name.token, name.network)
  if (isOwn) return clientIds.boundToOwn(route)
  const wallet = readDestination(id)?.walletAddress
  if (wallet === undefined) return clientIds.boundTo(route)
  const isMember = facts.members.some(({ address }) => address !== null && isSame(address, wallet))
  const masked = maskAddress(wallet)
  return isMember ? clientIds.boundToMember(route, masked) : clientIds.boundToOutside(route, masked)
}

/** Names the route of another wallet, which only the service can look up; null if this console does not know its token. */
function nameRoute(route: ClientIdRecord['payeeDestination']): DestinationName | null {
  const token = route === null ? undefined : findCurrency(route.currency)
  const network = route === null ? undefined : findNetwork(route.network)
  if (token === undefined || network === undefined) return null
  return { token: token.currency.symbol, network: network.name }
}
