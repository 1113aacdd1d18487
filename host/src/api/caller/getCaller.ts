import type { api, Output } from '@secure-payment/core/api'
import { readKeyScopes } from '../../auth/keyScopes.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { VERSION } from '../../version.ts'

type Get = typeof api.caller.get

/** Returns the merchant and the rights of the caller's API key, and the facts about this service that its holder needs. */
export async function getCaller(
  { config, db, now }: Pick<Context, 'config' | 'db' | 'now'>,
  { caller }: Call<Get>,
): Promise<Output<Get>> {
  const { keyId, tenantId } = caller
  const key = await db.kysely
    .selectFrom('api_keys')
    .innerJoin('tenants', 'tenants.id', 'api_keys.tenant_id')
    .select([
      'api_keys.id',
      'api_keys.label',
      'api_keys.prefix',
      'api_keys.scopes',
      'api_keys.expires_at',
      'tenants.name',
    ])
    .where('api_keys.id', '=', keyId)
    .executeTakeFirstOrThrow()
  return {
    merchant: { id: tenantId, name: key.name },
    apiKey: {
      id: key.id,
      label: key.label,
      prefix: key.prefix,
      scopes: [...readKeyScopes(key.scopes)],
      expiresAt: key.expires_at,
    },
    service: {
      version: VERSION,
      apiUrl: config.baseUrl,
      authUrl: config.authUrl,
      payUrl: config.payUrl,
    },
    time: now().toISOString(),
  }
}
