import { checksumAddress, isEvmAddress } from '@secure-payment/core/evm'
import type { Context } from '../../context.ts'

/** Finds the member of any merchant that an operator names by wallet or e-mail address; undefined if there is none. */
export async function findNamedMember(
  { db, sealer }: Pick<Context, 'db' | 'sealer'>,
  name: string,
) {
  const wallet = await db.kysely
    .selectFrom('wallets')
    .select(['address as id', 'tenant_id as tenantId'])
    .where('address', '=', isEvmAddress(name) ? checksumAddress(name) : name)
    .executeTakeFirst()
  if (wallet !== undefined) return wallet
  return db.kysely
    .selectFrom('accounts')
    .select(['id', 'tenant_id as tenantId'])
    .where('email_digest', '=', sealer.digest('email', name.trim().toLowerCase()))
    .executeTakeFirst()
}

/** Returns the output of a command that found no such member. */
export function noMember(name: string): string {
  return `There is no member ${name}. Pass the wallet or the e-mail address that signs in.`
}
