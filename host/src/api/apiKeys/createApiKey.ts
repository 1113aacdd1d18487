import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { createApiKey as makeApiKey } from '../../auth/apiKey.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { guardRecordCount } from '../guardRecordCount.ts'

type Create = typeof api.apiKeys.create

/**
 * Creates an API key of the caller's tenant, and returns it only this once. No response is stored under an
 * Idempotency-Key: the key would then be in the database.
 *
 * @throws TooManyRecordsError
 */
export async function createApiKey(
  context: Pick<Context, 'db' | 'now' | 'random'>,
  { body, caller }: Call<Create>,
): Promise<Output<Create>> {
  const expiresAt = body.expiresAt ?? null
  if (expiresAt !== null && expiresAt <= context.now().toISOString()) {
    throw new InvalidInputError([
      { field: 'expiresAt', code: 'not_in_future', message: 'must be in the future' },
    ])
  }
  const { key, row } = makeApiKey(context, {
    tenantId: caller.tenantId,
    label: body.label,
    expiresAt,
  })
  await context.db.transaction(async (tx) => {
    await guardRecordCount(tx, { records: 'API keys', tenantId: caller.tenantId }, () =>
      tx
        .selectFrom('api_keys')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('tenant_id', '=', caller.tenantId)
        .where('status', '!=', 'revoked')
        .where((eb) =>
          eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', context.now().toISOString())]),
        )
        .executeTakeFirstOrThrow(),
    )
    await tx.insertInto('api_keys').values(row).execute()
  })
  return {
    id: row.id,
    key,
    label: row.label,
    prefix: row.prefix,
    status: row.status,
    expiresAt,
    createdAt: row.created_at,
  }
}
