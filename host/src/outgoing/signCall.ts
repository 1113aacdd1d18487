import { createUlid } from '@secure-payment/core'
import { standardWebhookSignature } from '@secure-payment/core/webhooks'
import type { Context } from '../context.ts'

const ID_BYTES = 10

/**
 * Returns the Standard Webhooks headers of an outgoing call with this body. Even a retry has a new id, because a receiver treats a repeated
 * id as a replay.
 */
export function signCall(
  context: Pick<Context, 'now' | 'random'>,
  secret: string,
  text: string,
): Record<string, string> {
  const now = context.now().getTime()
  const timestampS = Math.floor(now / 1_000)
  const id = `msg_${createUlid(now, context.random(ID_BYTES))}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': standardWebhookSignature(secret, id, timestampS, text),
  }
}
