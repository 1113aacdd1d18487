import { type Caller, clientIdOf } from '../../auth/caller.ts'
import { readClientIdValue } from '../../auth/clientId.ts'
import type { Context } from '../../context.ts'
import { UnknownClientIdError } from './errors.ts'

/**
 * Returns the public name of the client ID whose endpoints a call names; null for all endpoints of the tenant. A backend client ID has
 * only its own endpoints. The value may be the whole value of a backend client ID, whose secret is ignored.
 *
 * @throws UnknownClientIdError
 */
export async function requireClientId(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  value: string | undefined,
): Promise<string | null> {
  const own = clientIdOf(caller)
  if (value === undefined) return own
  const { clientId } = readClientIdValue(value)
  if (own !== null && own !== clientId) throw new UnknownClientIdError()
  const found = await db.kysely
    .selectFrom('client_ids')
    .select('id')
    .where('tenant_id', '=', caller.tenantId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (found === undefined) throw new UnknownClientIdError()
  return clientId
}
