import type { Context } from '../context.ts'
import { redeliverMany } from './redeliverMany.ts'

/** The maximum number of dead deliveries that one run of the command restarts. */
export const MAX_REDELIVERIES_A_RUN = 10_000

/**
 * Makes dead deliveries due again, for the operator: those of one active endpoint, or of all tenants' active endpoints, oldest endpoint
 * first. A run restarts at most {@link MAX_REDELIVERIES_A_RUN}, in transactions of a thousand. `endpoints` counts the examined endpoints,
 * `remaining` the remaining dead deliveries.
 */
export async function redeliverDead(
  context: Pick<Context, 'db' | 'now'>,
  endpointId: string | null,
): Promise<{ endpoints: number; count: number; remaining: number }> {
  const endpointIds = await findActiveEndpoints(context, endpointId)
  const total = { endpoints: endpointIds.length, count: 0, remaining: 0 }
  for (const id of endpointIds) {
    const which = { endpointId: id, status: 'dead', from: null, to: null } as const
    let taken: { count: number; remaining: number }
    do {
      taken = await redeliverMany(context, which, MAX_REDELIVERIES_A_RUN - total.count)
      total.count += taken.count
    } while (taken.count > 0 && taken.remaining > 0)
    total.remaining += taken.remaining
  }
  return total
}

async function findActiveEndpoints(
  { db }: Pick<Context, 'db'>,
  endpointId: string | null,
): Promise<string[]> {
  let select = db.kysely
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('is_active', '=', 1)
    .orderBy('id')
  if (endpointId !== null) select = select.where('id', '=', endpointId)
  const rows = await select.execute()
  return rows.map((row) => row.id)
}
