import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { readScope } from './brandingScope.ts'
import { describeSettings } from './describeSettings.ts'

type Get = typeof api.branding.get

/**
 * Returns the branding of a tenant's payments, or of the payments of one of its client IDs.
 *
 * @throws BrandedClientIdNotFoundError
 */
export async function getBranding(
  context: Pick<Context, 'config' | 'db'>,
  call: Pick<Call<Get>, 'query' | 'caller'>,
): Promise<Output<Get>> {
  const scope = await readScope(context, call)
  const row = await context.db.kysely
    .selectFrom('brandings')
    .selectAll()
    .where('tenant_id', '=', scope.tenantId)
    .where('client_id', '=', scope.clientId)
    .executeTakeFirst()
  return describeSettings(context.config, scope, row ?? null)
}
