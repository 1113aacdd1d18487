import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { forgetCredentials } from '../../auth/credentials.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describeApiKey } from './describeApiKey.ts'
import { ApiKeyNotFoundError, ApiKeyRevokedError } from './errors.ts'

type Update = typeof api.apiKeys.update

/**
 * Renames an API key of the caller's tenant, or switches it off and on: at once on this host, within half a second on others.
 *
 * @throws ApiKeyNotFoundError, ApiKeyRevokedError
 */
export async function updateApiKey(
  context: Pick<Context, 'db'>,
  { params, body, caller }: Call<Update>,
): Promise<Output<Update>> {
  if (!isUlid(params.id)) throw new ApiKeyNotFoundError()
  const updated = await context.db.transaction(async (tx) => {
    // A write first, so that a revocation at the same time comes before this or after it, never in between.
    const row = await tx
      .updateTable('api_keys')
      .set((eb) => ({ label: body.label ?? eb.ref('label') }))
      .where('id', '=', params.id)
      .where('tenant_id', '=', caller.tenantId)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new ApiKeyNotFoundError()
    if (row.status === 'revoked') throw new ApiKeyRevokedError()
    if (body.status === undefined || body.status === row.status) return row
    const { status } = body
    await tx.updateTable('api_keys').set({ status }).where('id', '=', row.id).execute()
    return { ...row, status }
  })
  forgetCredentials(context)
  return describeApiKey(updated)
}
