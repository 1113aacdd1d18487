import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { getTenant } from './getTenant.ts'

type Update = typeof api.tenant.update

/**
 * Sets the name that payers see with each payment, including existing payments, and whether the tenant receives payers' progress events.
 */
export async function updateTenant(
  context: Pick<Context, 'audit' | 'db'>,
  { body, caller }: Pick<Call<Update>, 'body' | 'caller'>,
): Promise<Output<Update>> {
  const { name, sendsUserEvents } = body
  const heard = sendsUserEvents === undefined ? {} : { sends_user_events: sendsUserEvents ? 1 : 0 }
  await context.db.transaction(async (tx) => {
    await tx
      .updateTable('tenants')
      .set({ name, ...heard })
      .where('id', '=', caller.tenantId)
      .execute()
    await context.audit?.write(tx, null)
  })
  return getTenant(context, { caller })
}
