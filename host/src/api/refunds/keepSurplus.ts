import { formatAmount, parseAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { atField } from '../../atField.ts'
import { type Caller, principalOf } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Call } from '../../http/implement.ts'
import { lockRequests } from '../../payments/requestRows.ts'
import { RefundCandidateChangedError } from '../../refunds/errors.ts'
import { describeKept, type KeptRow, readKept } from '../../refunds/keptSurpluses.ts'
import { readRests } from '../../refunds/readRests.ts'
import { RequestNotFoundError } from '../../requests/errors.ts'
import { isRequestId } from '../../requests/isRequestId.ts'
import {
  CANDIDATE_COLUMNS,
  type CandidateRow,
  describeCandidate,
  keptUnits,
} from './describeCandidate.ts'

type Keep = typeof api.refunds.keep

/**
 * Stores the decision to keep a candidate's money. Checks, under the request's lock, that the amount is still the one that the merchant
 * read.
 *
 * @throws RequestNotFoundError, InvalidInputError naming `amount`, RefundCandidateChangedError
 */
export async function keepSurplus(
  context: Pick<Context, 'audit' | 'db' | 'now'>,
  { params, body, caller }: Pick<Call<Keep>, 'params' | 'body' | 'caller'>,
): Promise<Output<Keep>> {
  const { requestId } = params
  return context.db.transaction(async (tx) => {
    const request = await lockOwn(tx, context, { requestId, caller })
    const read = await readRests(tx, { requestId })
    const before = (await readKept(tx, [requestId])).get(requestId)
    const candidate =
      request.is_payout === 1 ? null : describeCandidate(request, { read, kept: before })
    const keptCurrency = before?.currency ?? request.payment_currency
    const { decimals, id: currency } = getCurrency(candidate?.currency ?? keptCurrency).currency
    const units = atField('amount', () => parseAmount(body.amount, decimals))
    if (candidate === null) {
      // A repeated call.
      if (before?.amount_units === String(units)) return describeKept(before, request)
      throw new RefundCandidateChangedError({ refundAmount: '0', currency })
    }
    const { refundAmount } = candidate
    if (formatAmount(units, decimals) !== refundAmount) {
      throw new RefundCandidateChangedError({ refundAmount, currency })
    }
    // Amounts in two currencies cannot be added, so the new amount then replaces the earlier one.
    const earlierUnits = currency === keptCurrency ? BigInt(before?.amount_units ?? 0) : 0n
    const kept = {
      request_id: requestId,
      tenant_id: caller.tenantId,
      kept_units: keptUnits(request, { read, kept: before }).toString(),
      amount_units: (earlierUnits + units).toString(),
      currency: currency === request.payment_currency ? null : currency,
      reason: body.reason,
      decided_by: principalOf(caller),
      decided_at: context.now().toISOString(),
    }
    await storeKept(tx, kept)
    await context.audit?.write(tx, requestId)
    return describeKept(kept, request)
  })
}

/** Locks a merchant's own request. @throws RequestNotFoundError */
export async function lockOwn(
  tx: Tx,
  { db }: Pick<Context, 'db'>,
  { requestId, caller }: { requestId: string; caller: Pick<Caller, 'tenantId'> },
): Promise<CandidateRow & { is_payout: number }> {
  if (!isRequestId(requestId)) throw new RequestNotFoundError()
  const locked = (await lockRequests(tx, db.dialect, [requestId])).get(requestId)
  if (locked === undefined || locked.tenant_id !== caller.tenantId) throw new RequestNotFoundError()
  return tx
    .selectFrom('requests')
    .select([...CANDIDATE_COLUMNS, 'is_payout'])
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
}

async function storeKept(tx: Tx, kept: KeptRow): Promise<void> {
  await tx
    .insertInto('kept_surpluses')
    .values(kept)
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet(kept))
    .execute()
}
