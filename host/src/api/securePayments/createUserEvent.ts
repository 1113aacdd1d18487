import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { loadSecurePayment } from '../../paying/loadSecurePayment.ts'
import { emit } from '../../webhooks/emit.ts'

type Create = typeof api.securePayments.createUserEvent

/**
 * The maximum number of events from one secure payment's pages: more than any payer sends, and too few to flood a
 * merchant.
 */
const MAX_USER_EVENTS = 50

/**
 * Forwards the payer's progress if the tenant has enabled it. Telemetry is best effort: events that the tenant has not
 * enabled, and events above the limit, are dropped silently.
 *
 * @throws what `loadSecurePayment` throws
 */
export async function createUserEvent(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random' | 'prices' | 'rates'>,
  { params, body, caller }: Pick<Call<Create>, 'params' | 'body' | 'caller'>,
): Promise<Output<Create>> {
  const { securePayment, requests } = await loadSecurePayment(context, {
    token: params.token,
    caller,
  })
  if (!(await isWanted(context, securePayment.tenant_id))) return { success: true }
  await context.db.transaction(async (tx) => {
    const counted = await tx
      .updateTable('secure_payments')
      .set((eb) => ({
        user_event_count: eb('user_event_count', '+', 1),
        event_sequence: eb('event_sequence', '+', 1),
      }))
      .where('token', '=', params.token)
      .where('user_event_count', '<', MAX_USER_EVENTS)
      .returning('event_sequence')
      .executeTakeFirst()
    if (counted === undefined) return
    const { userEvent, occurredAt, properties = {}, orchestratorId } = body
    await emit(tx, context, [
      {
        type: 'secure_payment.user_event',
        securePayment: {
          ...securePayment,
          ...counted,
          requestIds: requests.map(({ id }) => id),
        },
        said: {
          userEvent,
          occurredAt,
          properties,
          ...(orchestratorId === undefined ? {} : { orchestratorId }),
        },
      },
    ])
  })
  return { success: true }
}

async function isWanted({ db }: Pick<Context, 'db'>, tenantId: string): Promise<boolean> {
  const tenant = await db.kysely
    .selectFrom('tenants')
    .select('sends_user_events')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return tenant?.sends_user_events === 1
}
