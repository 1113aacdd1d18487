import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { isAtOfframp } from './progressOf.ts'

/** The reason why an offramp is held, or the fault that a continuing offramp shows: its payment is no longer on chain. */
export const LEFT_CHAIN = 'reorganised'

/** The changes to requests whose payments left the chain. */
export type LeftChain = {
  requests: readonly WholeRequest[]
  /** The offramps that continue without their money on chain; a person must settle them with the provider. */
  offrampIds: readonly string[]
}

/**
 * Holds the offramps of requests that lost payments on chain, and reopens these requests, unless the provider has been notified.
 * An offramp that is being reported to the provider keeps its id. Therefore nothing is sent twice if the payment returns.
 * `requests` are locked, in the state of their remaining payments.
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

/** Removes the offramp's target, without which no running job can send the offramp to the provider. */
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
