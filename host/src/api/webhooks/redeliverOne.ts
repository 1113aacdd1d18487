import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { UNWRITABLE_BODY } from '../../webhooks/emit.ts'
import { sendNow } from '../../webhooks/sendNow.ts'
import { takeUpAgain } from '../../webhooks/takeUpAgain.ts'
import { describeDeliveries } from './describeDeliveries.ts'
import { DeliveryPendingError, EventNotSendableError } from './errors.ts'
import { requireDelivery } from './requireDelivery.ts'
import { requireEndpoint } from './requireEndpoint.ts'

type Redeliver = typeof api.webhooks.redeliver

/**
 * Resends a finished delivery, after any outcome: the same ids and bytes, on a fresh schedule. A pending delivery is sent now, and its
 * schedule continues.
 *
 * @throws WebhookNotFoundError, DeliveryNotFoundError, EventNotSendableError, DeliveryPendingError
 */
export async function redeliverOne(
  context: Pick<Context, 'db' | 'now'>,
  { params, caller }: Call<Redeliver>,
): Promise<Output<Redeliver>> {
  const endpoint = await requireEndpoint(context, params.webhookId, caller.tenantId)
  const row = await requireDelivery(context, endpoint.id, params.deliveryId)
  if (row.retracted_at !== null) throw new EventNotSendableError('retracted')
  if (row.body === UNWRITABLE_BODY) throw new EventNotSendableError('unwritable')
  const isTaken = await context.db.transaction(
    async (tx) =>
      (await takeUpAgain(tx, context, [row.id])) > 0 || (await sendNow(tx, context, row.id)),
  )
  if (!isTaken) throw new DeliveryPendingError()
  const taken = await requireDelivery(context, endpoint.id, row.id)
  const [delivery] = await describeDeliveries(context, [taken])
  if (delivery === undefined)
    throw new Error('A delivery that was read is missing from the descriptions')
  return delivery
}
