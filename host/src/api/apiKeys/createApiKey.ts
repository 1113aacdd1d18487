import { InvalidInputError } from '@secure-payment/core'
import { type api, KEY_SCOPES, type Output } from '@secure-payment/core/api'
import { createApiKey as makeApiKey } from '../../auth/apiKey.ts'
import { principalOf, scopesOf } from '../../auth/caller.ts'
import { guardScope } from '../../auth/guardScope.ts'
import { readKeyScopes } from '../../auth/keyScopes.ts'
import { guardHeld, lockMembers } from '../../auth/members/lockMembers.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { guardRecordCount } from '../guardRecordCount.ts'

type Create = typeof api.apiKeys.create

/**
 * Creates an API key for the caller's tenant. Only this response contains the key. No response is stored under an Idempotency-Key, because
 * the database would then contain the key.
 *
 * @throws InvalidInputError for an expiry in the past, ScopeMissingError for a scope that the member does not have, TooManyRecordsError
 */
export async function createApiKey(
  context: Pick<Context, 'audit' | 'db' | 'now' | 'random'>,
  { body, caller }: Call<Create>,
): Promise<Output<Create>> {
  const expiresAt = body.expiresAt ?? null
  if (expiresAt !== null && expiresAt <= context.now().toISOString()) {
    throw new InvalidInputError([
      { field: 'expiresAt', code: 'not_in_future', message: 'must be in the future' },
    ])
  }
  const held = KEY_SCOPES.filter((scope) => scopesOf(caller).includes(scope))
  const scopes = body.scopes ?? held
  for (const scope of scopes) guardScope(caller, scope)
  const { key, row } = makeApiKey(context, {
    tenantId: caller.tenantId,
    label: body.label,
    scopes,
    expiresAt,
    createdBy: principalOf(caller),
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
    guardHeld(await lockMembers(tx, caller.tenantId), principalOf(caller), scopes)
    await tx.insertInto('api_keys').values(row).execute()
    await context.audit?.write(tx, row.id)
  })
  return {
    id: row.id,
    key,
    label: row.label,
    prefix: row.prefix,
    status: row.status,
    scopes: [...readKeyScopes(row.scopes ?? null)],
    expiresAt,
    createdAt: row.created_at,
    createdBy: principalOf(caller),
  }
}
