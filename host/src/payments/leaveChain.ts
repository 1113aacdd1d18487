import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { isAtOfframp } from './progressOf.ts'

/** The reason why an offramp is held, or the fault of one that continues: its payment is not on the chain any more. */
export const LEFT_CHAIN = 'reorganised'

/** The changes to requests whose payments left the chain. */
export type LeftChain = {
  requests: readonly WholeRequest[]
  /** Offramps that continue without their money on chain: a person has to settle it with the provider. */
  offrampIds: readonly string[]
}

/**
 * Holds the offramps of requests that the chain has removed payments from, and opens these requests again, as long as
 * the provider has not been notified. An offramp that may be reported to it at this moment keeps its id. So nothing is
 * sent twice when the payment comes back. `requests` are locked, and in the state that their remaining payments give.
 */
export async function leaveChain(
  tx: Tx,
  context: Pick<Context, 'now'>,
  requests: readonly WholeRequest[],
): Promise<LeftChain> {
  const offrampIds: string[] = []
  const left: WholeRequest[] = []
  for (const request of requests) {
    const isShort = BigInt(request.paid_units) < BigInt(request.expected_units)
    if (!isShort || !isAtOfframp(request)) {
      left.push(request)
      continue
    }
    if (await hold(tx, context, request.id)) {
      const status = request.paid_units === '0' ? 'created' : 'partially_paid'
      left.push({ ...request, status })
      continue
    }
    left.push(request)
    offrampIds.push(...(await note(tx, context, request.id)))
  }
  return { requests: left, offrampIds }
}

/** Without its target it is never sent to the provider, by any job that processes it now. */
async function hold(tx: Tx, { now }: Pick<Context, 'now'>, requestId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('offramps')
    .set({
      payer_id: null,
      payment_details_id: null,
      failure_reason: LEFT_CHAIN,
      next_check_at: null,
      updated_at: now().toISOString(),
    })
    .where('request_id', '=', requestId)
    .where('status', '=', 'created')
    .where('provider_id', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function note(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  requestId: string,
): Promise<readonly string[]> {
  const rows = await tx
    .updateTable('offramps')
    .set(({ fn, val, ref }) => ({
      failure_reason: fn.coalesce(ref('failure_reason'), val(LEFT_CHAIN)),
      updated_at: now().toISOString(),
    }))
    .where('request_id', '=', requestId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
