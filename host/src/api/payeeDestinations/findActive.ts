import type { Kysely } from 'kysely'
import type { Row, Schema } from '../../db/schema.ts'

/** Finds the active payee destination of a wallet, which has at most one; undefined without one. */
export async function findActive(
  kysely: Kysely<Schema>,
  walletAddress: string,
): Promise<Row<'payee_destinations'> | undefined> {
  return kysely
    .selectFrom('payee_destinations')
    .selectAll()
    .where('wallet_address', '=', walletAddress)
    .where('is_active', '=', 1)
    .executeTakeFirst()
}
