import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { lockRequests } from '../payments/requestRows.ts'
import type { OfframpTarget } from './chooseTarget.ts'
import { TargetTakenError } from './fiatErrors.ts'

/**
 * Stores the bank account for a crypto-to-fiat request; the last account named before the full amount is on chain counts. If the money
 * arrived before an account was named, its offramp waits until an API key names one. `hasMoney`: whether the request is paid in full.
 *
 * A client ID is public, and one payer must not redirect another payer's money. A client ID therefore sets a target only if there is
 * none. A client ID never changes the target of money that another payer is about to pay or has paid.
 *
 * @throws TargetTakenError
 */
export async function keepTarget(
  context: Pick<Context, 'db' | 'now'>,
  requestId: string,
  { target, caller }: { target: OfframpTarget; caller: Caller },
): Promise<{ hasMoney: boolean }> {
  const isPublic = caller.credential === 'clientId'
  return context.db.transaction(async (tx) => {
    const request = (await lockRequests(tx, context.db.dialect, [requestId])).get(requestId)
    if (request === undefined) throw new Error(`Request ${requestId} is gone`)
    const hasMoney = BigInt(request.paid_units) >= BigInt(request.expected_units)
    if (!hasMoney) await setTarget(tx, context, requestId, { target, isPublic })
    else if (!isPublic) await linkOfframp(tx, context, requestId, target)
    return { hasMoney }
  })
}

async function setTarget(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  requestId: string,
  { target, isPublic }: { target: OfframpTarget; isPublic: boolean },
): Promise<void> {
  const { payerId, paymentDetailsId } = target
  const row = {
    payer_id: payerId,
    payment_details_id: paymentDetailsId,
    updated_at: now().toISOString(),
  }
  const known = await tx
    .selectFrom('offramp_targets')
    .select(['payer_id', 'payment_details_id'])
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  const isSame = known?.payer_id === payerId && known.payment_details_id === paymentDetailsId
  if (isSame) return
  if (known !== undefined && isPublic) throw new TargetTakenError()
  await tx
    .insertInto('offramp_targets')
    .values({ request_id: requestId, ...row })
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet(row))
    .execute()
}

/** A request that already has a target keeps it. */
async function linkOfframp(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  requestId: string,
  { payerId, paymentDetailsId }: OfframpTarget,
): Promise<void> {
  const at = now().toISOString()
  await tx
    .updateTable('offramps')
    .set({
      payer_id: payerId,
      payment_details_id: paymentDetailsId,
      next_check_at: at,
      updated_at: at,
    })
    .where('request_id', '=', requestId)
    .where('status', '=', 'created')
    .where('provider_id', 'is', null)
    .where('payer_id', 'is', null)
    .execute()
}
