import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type Update = typeof api.tenant.update

/** Names the caller's tenant, as payers see it with each payment; also with those that exist. */
export async function updateTenant(
  context: Pick<Context, 'db'>,
  { body, caller }: Pick<Call<Update>, 'body' | 'caller'>,
): Promise<Output<Update>> {
  const { tenantId: id } = caller
  const { name } = body
  await context.db.kysely.updateTable('tenants').set({ name }).where('id', '=', id).execute()
  return { id, name }
}
