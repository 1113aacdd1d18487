import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { changeEndpoint } from './changeEndpoint.ts'
import { createSecret } from './createSecret.ts'

type Rotate = typeof api.webhooks.rotateSecret

/**
 * Creates a new secret. By default, the new secret replaces any other pending secret, and signs `webhook-signature` together with the
 * current one until it is promoted. In immediate mode, for a leaked secret, the new secret replaces the current one at once.
 *
 * @throws WebhookNotFoundError
 */
export async function rotateSecret(
  context: Pick<Context, 'audit' | 'db' | 'random' | 'sealer'>,
  { params, body, caller }: Call<Rotate>,
): Promise<Output<Rotate>> {
  const { shown, sealed } = createSecret(context)
  const isImmediate = body?.mode === 'immediate'
  await changeEndpoint(
    context,
    { webhookId: params.webhookId, tenantId: caller.tenantId },
    isImmediate
      ? {
          secret: sealed,
          pending_secret: null,
          previous_secret: null,
          previous_expires_at: null,
        }
      : { pending_secret: sealed },
  )
  return { secret: shown, phase: isImmediate ? 'promoted' : 'pending' }
}
