import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { lockTenant } from '../../db/lockTenant.ts'
import type { Call } from '../../http/implement.ts'
import { readScope } from './brandingScope.ts'

type Remove = typeof api.branding.remove

/**
 * Removes a branding and its logo. Harmless to repeat.
 *
 * @throws BrandedClientIdNotFoundError
 */
export async function removeBranding(
  context: Pick<Context, 'audit' | 'db'>,
  call: Pick<Call<Remove>, 'query' | 'caller'>,
): Promise<Output<Remove>> {
  const { tenantId, clientId } = await readScope(context, call)
  await context.db.transaction(async (tx) => {
    await lockTenant(tx, tenantId)
    const removed = await tx
      .deleteFrom('brandings')
      .where('tenant_id', '=', tenantId)
      .where('client_id', '=', clientId)
      .returning('id')
      .executeTakeFirst()
    if (removed === undefined) return
    await context.audit?.write(tx, removed.id)
    await tx.deleteFrom('logos').where('branding_id', '=', removed.id).execute()
  })
  return { success: true }
}
