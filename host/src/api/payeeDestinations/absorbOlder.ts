import type { Destination } from '@secure-payment/core/destinations'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'

/**
 * Deletes the inactive record of a route, and moves its client IDs to the active record, because each route has at most one record. A
 * client ID that is being bound locks the inactive record. The deletion therefore waits, and the active record takes over that client ID
 * too.
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
