import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { forgetCredentials } from '../../auth/credentials.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { ApiKeyNotFoundError } from './errors.ts'

type Remove = typeof api.apiKeys.remove

/**
 * Revokes an API key in the caller's tenant permanently: at once on this host, within half a second on others. The row
 * stays, as the key's history. Idempotent.
 *
 * @throws ApiKeyNotFoundError
 */
export async function removeApiKey(
  context: Pick<Context, 'audit' | 'db'>,
  { params, caller }: Call<Remove>,
): Promise<Output<Remove>> {
  if (!isUlid(params.id)) throw new ApiKeyNotFoundError()
  await context.db.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('api_keys')
      .set({ status: 'revoked' })
      .where('id', '=', params.id)
      .where('tenant_id', '=', caller.tenantId)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new ApiKeyNotFoundError()
    await context.audit?.write(tx, params.id)
  })
  forgetCredentials(context)
  return { success: true }
}
