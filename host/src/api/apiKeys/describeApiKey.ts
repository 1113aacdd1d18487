import type { api, Output } from '@secure-payment/core/api'
import type { Row } from '../../db/schema.ts'

/** Describes a stored API key in the form of the API. The key itself is no longer available. */
export function describeApiKey(row: Row<'api_keys'>): Output<typeof api.apiKeys.update> {
  return {
    id: row.id,
    label: row.label,
    prefix: row.prefix,
    status: row.status,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
