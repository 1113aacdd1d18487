import type { ClientIdRecord } from '../../api.ts'
import { readDestination } from '../../readDestination.ts'
import { type BindingFacts, isBoundToOwn } from '../client-ids/describeBinding.ts'

/** Where the money of a new payment can go. */
export type Target = 'bound' | 'own' | 'other'

/** The composite ids that are known without asking; null where there is none. */
export type KnownDestinations = { readonly bound: string | null; readonly own: string | null }

/** What a client ID and the wallet say of the destination of a payment. */
export function findDestinations(
  record: Pick<ClientIdRecord, 'payeeDestinationId'> | null,
  facts: BindingFacts,
): KnownDestinations {
  const own = facts.destination?.destinationId ?? null
  const id = record?.payeeDestinationId ?? null
  if (record === null || id === null) return { bound: null, own }
  if (isBoundToOwn(record, facts)) return { bound: own, own }
  return { bound: readDestination(id)?.destinationId ?? null, own }
}
