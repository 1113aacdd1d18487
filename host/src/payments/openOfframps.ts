import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { withUlids } from '../withUlids.ts'
import type { Applied } from './applyPayments.ts'
import { LEFT_CHAIN } from './leaveChain.ts'

/**
 * Opens the offramps of deposits that are complete now, in the transaction that recorded the payments and has locked their requests. A
 * request never has a second offramp. A revoked offramp continues under its id, so that a provider that has received it recognises it.
 * Without a target, the offramp waits until a call names one.
 */
export async function openOfframps(
  tx: Tx,
  context: Pick<Context, 'now' | 'random'>,
  { deposits, requests }: Pick<Applied, 'deposits' | 'requests'>,
): Promise<void> {
  if (deposits.length === 0) return
  const now = context.now().toISOString()
  for (const { id: ulid, item } of withUlids(context, deposits)) {
    const { requestId, txHash } = item
    const request = requests.find(({ id }) => id === requestId)
    if (request?.plan.way !== 'bank_payout') continue
    const target = await findTarget(tx, requestId)
    const id = `off_${ulid}`
    const opened = await tx
      .insertInto('offramps')
      .values({
        id,
        tenant_id: request.tenant_id,
        request_id: requestId,
        ...target,
        provider: request.plan.provider,
        provider_id: null,
        network: request.network,
        currency: request.payment_currency,
        units: request.paid_units,
        tx_hash: txHash,
        status: 'created',
        reported_at: null,
        failure_reason: null,
        next_check_at: target.payer_id === null ? null : now,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('request_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (opened === undefined) {
      await reopen(tx, { target, request, txHash, now })
      continue
    }
    await tx
      .insertInto('offramp_steps')
      .values({ offramp_id: id, number: 1, status: 'created', reason: null, created_at: now })
      .execute()
  }
}

type Target = Pick<Row<'offramps'>, 'payer_id' | 'payment_details_id'>

/** Reads the payer and the bank account; null if no call named them, or the payer was erased. */
async function findTarget(tx: Tx, requestId: string): Promise<Target> {
  const found = await tx
    .selectFrom('offramp_targets as target')
    .innerJoin('payers', 'payers.id', 'target.payer_id')
    .select(['target.payer_id', 'target.payment_details_id'])
    .where('target.request_id', '=', requestId)
    .where('payers.erased_at', 'is', null)
    .executeTakeFirst()
  return found ?? { payer_id: null, payment_details_id: null }
}

/** Releases a held offramp whose payment is on chain again. Facts that the provider has already received stay unchanged. */
async function reopen(
  tx: Tx,
  facts: { target: Target; request: WholeRequest; txHash: string; now: string },
): Promise<void> {
  const { target, request, txHash, now } = facts
  await tx
    .updateTable('offramps')
    .set({ failure_reason: null, updated_at: now })
    .where('request_id', '=', request.id)
    .where('failure_reason', '=', LEFT_CHAIN)
    .execute()
  await tx
    .updateTable('offramps')
    .set({
      ...target,
      units: request.paid_units,
      tx_hash: txHash,
      next_check_at: target.payer_id === null ? null : now,
    })
    .where('request_id', '=', request.id)
    .where('status', '=', 'created')
    .where('provider_id', 'is', null)
    .execute()
}
