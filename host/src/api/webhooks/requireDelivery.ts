import { isUlid } from '@secure-payment/core'
import type { Context } from '../../context.ts'
import type { DeliveryRow } from './describeDeliveries.ts'
import { DeliveryNotFoundError } from './errors.ts'

/** A delivery's row with its event. */
export type FullDeliveryRow = DeliveryRow & { body: string; retracted_at: string | null }

/** Reads an endpoint's delivery, with its event. @throws DeliveryNotFoundError */
export async function requireDelivery(
  { db }: Pick<Context, 'db'>,
  endpointId: string,
  deliveryId: string,
): Promise<FullDeliveryRow> {
  if (!isUlid(deliveryId)) throw new DeliveryNotFoundError()
  const row = await db.kysely
    .selectFrom('webhook_deliveries')
    .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
    .selectAll('webhook_deliveries')
    .select(['events.type as event_type', 'events.is_test', 'events.body', 'events.retracted_at'])
    .where('webhook_deliveries.id', '=', deliveryId)
    .where('webhook_deliveries.endpoint_id', '=', endpointId)
    .executeTakeFirst()
  if (row === undefined) throw new DeliveryNotFoundError()
  return row
}
