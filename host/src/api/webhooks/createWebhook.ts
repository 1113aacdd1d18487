import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { NewRow } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { guardRecordCount } from '../guardRecordCount.ts'
import { createSecret } from './createSecret.ts'
import { DuplicateUrlError } from './errors.ts'
import { guardTarget } from './guardTarget.ts'
import { requireClientId } from './requireClientId.ts'
import { storedList } from './storedList.ts'

type Create = typeof api.webhooks.create

/**
 * Adds a receiver of events; for a backend client ID, of its own events. Only this response contains the secret, so no response is stored
 * for idempotency. An existing URL is rejected, so a repetition is harmless.
 *
 * @throws InvalidInputError at `url`, UnknownClientIdError, TooManyRecordsError, DuplicateUrlError
 */
export async function createWebhook(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random' | 'sealer'>,
  { body, caller }: Call<Create>,
): Promise<Output<Create>> {
  guardTarget(context, body.url)
  const clientId = await requireClientId(context, caller, body.clientId)
  const secret = createSecret(context)
  const row: NewRow<'webhook_endpoints'> = {
    id: createId(context),
    tenant_id: caller.tenantId,
    client_id: clientId,
    url: body.url,
    secret: secret.sealed,
    is_active: 1,
    events: storedList(body.events ?? null),
    signature_header_aliases: storedList(body.signatureHeaderAliases ?? null),
    created_at: context.now().toISOString(),
  }
  try {
    await context.db.transaction(async (tx) => {
      await guardRecordCount(tx, { records: 'webhook endpoints', tenantId: caller.tenantId }, () =>
        tx
          .selectFrom('webhook_endpoints')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('tenant_id', '=', caller.tenantId)
          .executeTakeFirstOrThrow(),
      )
      await tx.insertInto('webhook_endpoints').values(row).execute()
      await context.audit?.write(tx, row.id)
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new DuplicateUrlError() : error
  }
  return { id: row.id, secret: secret.shown }
}
