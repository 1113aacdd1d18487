import type { Context } from '../../context.ts'
import { UnknownClientIdError } from './errors.ts'

/** Verifies that the tenant has a client ID with this public value. @throws UnknownClientIdError */
export async function requireClientId(
  { db }: Pick<Context, 'db'>,
  tenantId: string,
  clientId: string,
): Promise<void> {
  const found = await db.kysely
    .selectFrom('client_ids')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (found === undefined) throw new UnknownClientIdError()
}
