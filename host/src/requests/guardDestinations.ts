import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import { DestinationInactiveError } from './errors.ts'
import type { PlannedRequest } from './planRequest.ts'

/**
 * Rejects new requests that name an inactive payee destination, or one that the merchant left, for every credential. A composite id
 * without a record is accepted.
 *
 * @throws DestinationInactiveError naming the field of the first inactive destination
 */
export async function guardDestinations(
  { db }: Pick<Context, 'db'>,
  tenantId: string,
  planned: readonly Pick<PlannedRequest, 'destinationId'>[],
  fieldAt: (index: number) => string,
): Promise<void> {
  const named = planned.flatMap(({ destinationId }) => destinationId ?? [])
  const inactive = await findInactiveDestinations(db.kysely, named)
  const left = await findLeftDestinations(db.kysely, named)
  const first = planned.findIndex(
    ({ destinationId }) =>
      destinationId !== null &&
      (inactive.has(destinationId) || left.has(leftKey(tenantId, destinationId))),
  )
  if (first !== -1) throw new DestinationInactiveError({ field: fieldAt(first) })
}

/**
 * Finds the composite ids whose wallet stopped receiving: their record is inactive, and the wallet has no other active one. The wallet's
 * owner chose this, so it applies to every merchant. A record that another record of the wallet replaced is also inactive, but can be
 * named. A wallet has one active record, and may receive several tokens.
 */
export async function findInactiveDestinations(
  kysely: Kysely<Schema>,
  destinationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (destinationIds.length === 0) return new Set()
  const rows = await kysely
    .selectFrom('payee_destinations as named')
    .leftJoin('payee_destinations as current', (join) =>
      join
        .onRef('current.wallet_address', '=', 'named.wallet_address')
        .on('current.is_active', '=', 1),
    )
    .select('named.destination_id')
    .where('named.destination_id', 'in', destinationIds)
    .where('named.is_active', '=', 0)
    .where('current.id', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.destination_id))
}

/** Finds the composite ids that merchants moved away from, as keys of the merchant and the id (see `leftKey`). */
export async function findLeftDestinations(
  kysely: Kysely<Schema>,
  destinationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (destinationIds.length === 0) return new Set()
  const rows = await kysely
    .selectFrom('left_destinations')
    .select(['tenant_id', 'destination_id'])
    .where('destination_id', 'in', destinationIds)
    .execute()
  return new Set(rows.map((row) => leftKey(row.tenant_id, row.destination_id)))
}

/** Returns the key of a merchant's composite id. */
export function leftKey(tenantId: string, destinationId: string): string {
  return `${tenantId} ${destinationId}`
}
