import { checksumAddress, isEvmAddress } from '@secure-payment/core/evm'
import type { Context } from '../context.ts'

/**
 * Returns the id of the merchant that an operator names by id or by a sign-in wallet; null if there is none.
 */
export async function findMerchant(
  { db }: { db: Pick<Context['db'], 'kysely'> },
  merchant: string,
): Promise<string | null> {
  const tenant = await db.kysely
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', merchant)
    .executeTakeFirst()
  if (tenant !== undefined) return tenant.id
  const wallet = await db.kysely
    .selectFrom('wallets')
    .select('tenant_id')
    .where('address', '=', isEvmAddress(merchant) ? checksumAddress(merchant) : merchant)
    .executeTakeFirst()
  return wallet?.tenant_id ?? null
}

/** Returns the line that a command prints if {@link findMerchant} finds no merchant. */
export function noMerchant(merchant: string): string {
  return `There is no merchant ${merchant}. Pass the id from GET /v1/tenant, or the wallet that signs in.`
}
