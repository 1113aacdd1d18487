import type { api, Output } from '@secure-payment/core/api'
import type { Row } from '../../db/schema.ts'
import { parseStoredList } from '../../webhooks/parseStoredList.ts'

/** A webhook endpoint as the API shows it: without its secrets. */
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
