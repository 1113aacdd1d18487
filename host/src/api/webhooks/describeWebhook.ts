import type { api, Output } from '@secure-payment/core/api'
import { parseStoredList } from '../../db/parseStoredList.ts'
import type { Row } from '../../db/schema.ts'

/** Returns a webhook endpoint in the API's format: without its secrets. */
export function describeWebhook(
  row: Row<'webhook_endpoints'>,
  now: Date,
): Output<typeof api.webhooks.list>[number] {
  const expiresAt = row.previous_expires_at
  return {
    id: row.id,
    url: row.url,
    isActive: row.is_active === 1,
    createdAt: row.created_at,
    clientId: row.client_id,
    events: row.events === null ? null : [...parseStoredList(row.events)],
    signatureHeaderAliases:
      row.signature_header_aliases === null
        ? null
        : [...parseStoredList(row.signature_header_aliases)],
    disabledReason: row.disabled_reason,
    rotation: {
      hasPendingSecret: row.pending_secret !== null,
      previousSecretExpiresAt: expiresAt !== null && now < new Date(expiresAt) ? expiresAt : null,
    },
  }
}
