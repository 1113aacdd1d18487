import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type Get = typeof api.tenant.get

/** Returns the caller's tenant, whether it receives payers' progress events, and whether it sends receipts. */
export async function getTenant(
  { db }: Pick<Context, 'db'>,
  { caller }: Pick<Call<Get>, 'caller'>,
): Promise<Output<Get>> {
  const { id, name, sends_user_events, sends_receipts } = await db.kysely
    .selectFrom('tenants')
    .select(['id', 'name', 'sends_user_events', 'sends_receipts'])
    .where('id', '=', caller.tenantId)
    .executeTakeFirstOrThrow()
  return {
    id,
    name,
    sendsUserEvents: sends_user_events === 1,
    sendsReceipts: sends_receipts === 1,
  }
}
