import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'

type Destination = Pick<Row<'payee_destinations'>, 'destination_id' | 'access_policy'>

/** Returns the active payee destinations of a merchant's wallets, by the wallet's address. */
export async function readDestinations(
  { db }: { db: Pick<Context['db'], 'kysely'> },
  tenantId: string,
): Promise<ReadonlyMap<string, readonly Destination[]>> {
  const rows = await db.kysely
    .selectFrom('payee_destinations')
    .select(['wallet_address', 'destination_id', 'access_policy'])
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', 1)
    .orderBy('destination_id')
    .execute()
  return Map.groupBy(rows, ({ wallet_address }) => wallet_address)
}
