import type { WebhookCompatibility } from '@secure-payment/core/api'
import type { Config } from '../config.ts'

/** The header in which Request Network's receivers look for the signature. */
const SIGNATURE_ALIAS = 'x-request-network-signature'

/** Returns the compatibility level of a merchant's webhooks: its own, otherwise the host's. */
export function levelOf(
  { webhookCompatibility }: Pick<Config, 'webhookCompatibility'>,
  own: WebhookCompatibility | null,
): WebhookCompatibility {
  return own ?? webhookCompatibility
}

/** Returns an endpoint's names for the signature header, with the compatible name at the levels that add its headers. */
export function signatureAliases(
  level: WebhookCompatibility,
  stored: readonly string[],
): readonly string[] {
  if (level === 'none' || stored.includes(SIGNATURE_ALIAS)) return stored
  return [...stored, SIGNATURE_ALIAS]
}

/** The events about payers, in which Request Network has no member `requestId`. */
const ABOUT_PAYERS: ReadonlySet<unknown> = new Set(['compliance.updated', 'payment_detail.updated'])

/** Removes the member `requestId` of an event about a payer at the level `full`, because strict receivers reject null there. */
export function fitBody(level: WebhookCompatibility, body: { [name: string]: unknown }): object {
  if (level !== 'full' || !ABOUT_PAYERS.has(body['event'])) return body
  const { requestId: _, ...rest } = body
  return rest
}
