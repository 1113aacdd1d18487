import type { Tx } from '../../db/openDatabase.ts'
import { DestinationMovedError } from './errors.ts'

/** A merchant's route, by its composite id. */
type Left = { tenantId: string; destinationId: string }

/** Notes that a merchant moved away from a route: its links with this composite id stay closed, even if the wallet receives again. */
export async function noteLeft(tx: Tx, { tenantId, destinationId, now }: Left & { now: string }) {
  await tx
    .insertInto('left_destinations')
    .values({ tenant_id: tenantId, destination_id: destinationId, left_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Opens a route that the merchant moved away from, if the call confirms the return. Other routes need no confirmation.
 *
 * @throws DestinationMovedError
 */
export async function returnTo(
  tx: Tx,
  { tenantId, destinationId, isConfirmed }: Left & { isConfirmed: boolean },
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('left_destinations')
    .where('destination_id', '=', destinationId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n && !isConfirmed) throw new DestinationMovedError()
}
