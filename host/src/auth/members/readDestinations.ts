import type { Context } from '../../context.ts'

/** Returns the active payee destinations of a merchant's wallets, by the wallet's address. */
export async function readDestinations(
  { db }: { db: Pick<Context['db'], 'kysely'> },
  tenantId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.kysely
    .selectFrom('payee_destinations')
    .select(['wallet_address', 'destination_id'])
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', 1)
    .orderBy('destination_id')
    .execute()
  const byWallet = Map.groupBy(rows, ({ wallet_address }) => wallet_address)
  return new Map(
    [...byWallet].map(([wallet, own]) => [wallet, own.map((row) => row.destination_id)]),
  )
}
