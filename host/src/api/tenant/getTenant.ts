import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type Get = typeof api.tenant.get

/** Returns the caller's tenant, and whether it receives payers' progress events. */
export async function getTenant(
  { db }: Pick<Context, 'db'>,
  { caller }: Pick<Call<Get>, 'caller'>,
): Promise<Output<Get>> {
  const { id, name, sends_user_events } = await db.kysely
    .selectFrom('tenants')
    .select(['id', 'name', 'sends_user_events'])
    .where('id', '=', caller.tenantId)
    .executeTakeFirstOrThrow()
  return { id, name, sendsUserEvents: sends_user_events === 1 }
}
