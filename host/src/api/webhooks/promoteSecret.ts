import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describeWebhook } from './describeWebhook.ts'
import { NoPendingSecretError } from './errors.ts'
import { requireEndpoint } from './requireEndpoint.ts'

type Promote = typeof api.webhooks.promoteSecret

/** The time during which the secret before a promotion still signs `webhook-signature`. */
const PREVIOUS_SECRET_MS = 24 * 3_600_000

/**
 * Makes the pending secret sign all headers; the previous secret continues to sign `webhook-signature` for a day.
 *
 * @throws WebhookNotFoundError, NoPendingSecretError
 */
export async function promoteSecret(
  context: Pick<Context, 'audit' | 'db' | 'now'>,
  { params, caller }: Call<Promote>,
): Promise<Output<Promote>> {
  const { id } = await requireEndpoint(context, params.webhookId, caller.tenantId)
  const expiresAt = new Date(context.now().getTime() + PREVIOUS_SECRET_MS).toISOString()
  // Of two concurrent calls, the condition lets one promote the secret; the other returns 409.
  const row = await context.db.transaction(async (tx) => {
    const promoted = await tx
      .updateTable('webhook_endpoints')
      .set(({ ref, fn, val }) => ({
        secret: fn.coalesce(ref('pending_secret'), val('')),
        previous_secret: ref('secret'),
        previous_expires_at: expiresAt,
        pending_secret: null,
      }))
      .where('id', '=', id)
      .where('pending_secret', 'is not', null)
      .returningAll()
      .executeTakeFirst()
    if (promoted !== undefined) await context.audit?.write(tx, id)
    return promoted
  })
  if (row === undefined) throw new NoPendingSecretError()
  return describeWebhook(row, context.now())
}
