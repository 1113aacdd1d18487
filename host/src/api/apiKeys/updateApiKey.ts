import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { forgetCredentials } from '../../auth/credentials.ts'
import { guardScope } from '../../auth/guardScope.ts'
import { readKeyScopes } from '../../auth/keyScopes.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describeApiKey } from './describeApiKey.ts'
import { ApiKeyNotFoundError, ApiKeyRevokedError } from './errors.ts'

type Update = typeof api.apiKeys.update

/**
 * Renames an API key in the caller's tenant, or switches it off or on: immediately on this host, and within half a second on others.
 *
 * @throws ApiKeyNotFoundError, ApiKeyRevokedError, and ScopeMissingError for a key with more scopes than the caller
 */
export async function updateApiKey(
  context: Pick<Context, 'audit' | 'db'>,
  { params, body, caller }: Call<Update>,
): Promise<Output<Update>> {
  if (!isUlid(params.id)) throw new ApiKeyNotFoundError()
  const updated = await context.db.transaction(async (tx) => {
    // Writes first, so that a concurrent revocation comes either before or after this change.
    const row = await tx
      .updateTable('api_keys')
      .set((eb) => ({ label: body.label ?? eb.ref('label') }))
      .where('id', '=', params.id)
      .where('tenant_id', '=', caller.tenantId)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new ApiKeyNotFoundError()
    if (row.status === 'revoked') throw new ApiKeyRevokedError()
    await context.audit?.write(tx, row.id)
    if (body.status === undefined || body.status === row.status) return row
    const { status } = body
    // An active key gives its holder all of its scopes, so the caller needs them too.
    if (status === 'active')
      for (const scope of readKeyScopes(row.scopes)) guardScope(caller, scope)
    await tx.updateTable('api_keys').set({ status }).where('id', '=', row.id).execute()
    return { ...row, status }
  })
  forgetCredentials(context)
  return describeApiKey(updated)
}
