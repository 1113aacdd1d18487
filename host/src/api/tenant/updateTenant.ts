import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { getTenant } from './getTenant.ts'

type Update = typeof api.tenant.update

/**
 * Names the caller's tenant, as payers see it with each payment, also with existing ones; and sets which events it
 * receives.
 */
export async function updateTenant(
  context: Pick<Context, 'db'>,
  { body, caller }: Pick<Call<Update>, 'body' | 'caller'>,
): Promise<Output<Update>> {
  const { name, sendsUserEvents } = body
  const heard = sendsUserEvents === undefined ? {} : { sends_user_events: sendsUserEvents ? 1 : 0 }
  await context.db.kysely
    .updateTable('tenants')
    .set({ name, ...heard })
    .where('id', '=', caller.tenantId)
    .execute()
  return getTenant(context, { caller })
}
