import type { api, Output } from '@secure-payment/core/api'
import type { Row } from '../../db/schema.ts'

/** Returns a passkey in the API's format. */
export function describePasskey(
  row: Pick<Row<'passkeys'>, 'id' | 'name' | 'is_synced' | 'created_at' | 'last_used_at'>,
): Output<typeof api.passkeys.update> {
  const { id, name, is_synced, created_at: createdAt, last_used_at: lastUsedAt } = row
  return { id, name, isSynced: is_synced === 1, createdAt, lastUsedAt }
}
