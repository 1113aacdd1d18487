import type { api, Output } from '@secure-payment/core/api'
import { readKeyScopes } from '../../auth/keyScopes.ts'
import type { Row } from '../../db/schema.ts'

/** Describes a stored API key in the API's format. The key itself is no longer available. */
export function describeApiKey(row: Row<'api_keys'>): Output<typeof api.apiKeys.update> {
  return {
    id: row.id,
    label: row.label,
    prefix: row.prefix,
    status: row.status,
    scopes: [...readKeyScopes(row.scopes)],
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    createdBy: row.created_by,
    lastUsedAt: row.last_used_at,
  }
}
