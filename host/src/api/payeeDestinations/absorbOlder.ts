import type { Destination } from '@secure-payment/core/destinations'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'

/**
 * Each route has at most one record. If an inactive record has this route, the active record replaces it and takes over its client IDs. The
 * inactive record is deleted first. A client ID that is being bound locks the inactive record, so the deletion waits, and the active record
 * takes over that client ID too.
 */
export async function absorbOlder(
  tx: Tx,
  { active, route, now }: { active: Row<'payee_destinations'>; route: Destination; now: string },
): Promise<void> {
  const older = await tx
    .deleteFrom('payee_destinations')
    .where('destination_id', '=', route.destinationId)
    .returning('id')
    .executeTakeFirst()
  if (older === undefined) return
  await tx
    .updateTable('client_ids')
    .set({ payee_destination_id: active.id, updated_at: now })
    .where('tenant_id', '=', active.tenant_id)
    .where('payee_destination_id', '=', older.id)
    .execute()
}
