import { isUlid } from '@secure-payment/core'
import type { Kysely, NotNull } from 'kysely'
import type { Database } from '../db/openDatabase.ts'
import type { Row, Schema } from '../db/schema.ts'
import {
  findInactiveDestinations,
  findLeftDestinations,
  leftKey,
} from '../requests/guardDestinations.ts'
import { among } from '../search/among.ts'

/** The columns of a request that determine its destination. */
type Bound = Pick<Row<'requests'>, 'id' | 'tenant_id' | 'destination_id' | 'client_id'>

/**
 * Finds the ids of the requests whose destination was deactivated later, or left by the merchant, directly or through the client ID that is bound to it. Such a
 * request can still be paid, but no further request is created from it.
 */
export async function findInactive(
  { dialect }: Pick<Database, 'dialect'>,
  kysely: Kysely<Schema>,
  requests: readonly Bound[],
): Promise<ReadonlySet<string>> {
  const clientIds = requests.flatMap(({ client_id }) => client_id ?? [])
  const named = requests.flatMap(({ destination_id }) => destination_id ?? [])
  const inactiveIds = await findInactiveDestinations(kysely, named)
  const left = await findLeftDestinations(kysely, named)
  const clients =
    clientIds.length === 0
      ? []
      : await kysely
          .selectFrom('client_ids')
          .leftJoin('payee_destinations as bound', (join) =>
            join
              .onRef('bound.id', '=', 'client_ids.payee_destination_id')
              // A wallet that leaves the merchant account may take its record along.
              .onRef('bound.tenant_id', '=', 'client_ids.tenant_id')
              .on('bound.is_active', '=', 1),
          )
          .select(['client_ids.client_id', 'client_ids.payee_destination_id'])
          .where(among(dialect, 'client_ids.client_id', clientIds))
          .where('client_ids.payee_destination_id', 'is not', null)
          .where('bound.id', 'is', null)
          .$narrowType<{ payee_destination_id: NotNull }>()
          .execute()
  // For a composite id, the request has the destination.
  const bound = clients.filter((row) => isUlid(row.payee_destination_id))
  const boundIds = new Set(bound.map((row) => row.client_id))
  const isInactive = ({ tenant_id, destination_id, client_id }: Bound) =>
    (destination_id !== null &&
      (inactiveIds.has(destination_id) || left.has(leftKey(tenant_id, destination_id)))) ||
    (client_id !== null && boundIds.has(client_id))
  return new Set(requests.filter(isInactive).map(({ id }) => id))
}
