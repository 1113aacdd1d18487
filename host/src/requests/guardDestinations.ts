import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import { DestinationInactiveError } from './errors.ts'
import type { PlannedRequest } from './planRequest.ts'

/**
 * Rejects new requests that name an inactive payee destination, for every credential. A composite id without a record is accepted.
 *
 * @throws DestinationInactiveError naming the field of the first inactive destination
 */
export async function guardDestinations(
  { db }: Pick<Context, 'db'>,
  planned: readonly Pick<PlannedRequest, 'destinationId'>[],
  fieldAt: (index: number) => string,
): Promise<void> {
  const inactive = await findInactiveDestinations(
    db.kysely,
    planned.flatMap(({ destinationId }) => destinationId ?? []),
  )
  const first = planned.findIndex(
    ({ destinationId }) => destinationId !== null && inactive.has(destinationId),
  )
  if (first !== -1) throw new DestinationInactiveError({ field: fieldAt(first) })
}

/** Finds the composite ids whose records are inactive. The state of a record is the choice of its wallet, and applies to every merchant. */
export async function findInactiveDestinations(
  kysely: Kysely<Schema>,
  destinationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (destinationIds.length === 0) return new Set()
  const rows = await kysely
    .selectFrom('payee_destinations')
    .select('destination_id')
    .where('destination_id', 'in', destinationIds)
    .where('is_active', '=', 0)
    .execute()
  return new Set(rows.map((row) => row.destination_id))
}
