import type { ClientIdRecord } from '../../api.ts'
import { readDestination } from '../../readDestination.ts'
import { type BindingFacts, isBoundToOwn } from '../client-ids/describeBinding.ts'

/** The possible destinations of a new payment. */
export type Target = 'bound' | 'own' | 'other'

/** The composite ids that are known without a request; null for an unknown one. */
export type KnownDestinations = { readonly bound: string | null; readonly own: string | null }

/** Finds a payment's destination according to a client ID and the wallet. */
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
