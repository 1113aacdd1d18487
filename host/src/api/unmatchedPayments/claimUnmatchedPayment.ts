import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { openWindow } from '../../allowances/openWindow.ts'
import { misfitOf } from '../../claims/misfitOf.ts'
import { type ClaimContext, readBlockAgain } from '../../claims/readBlockAgain.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import { readCounted } from '../../refunds/readRests.ts'
import { lockUnmatched } from '../../refunds/unmatchedRests.ts'
import { RequestNotFoundError } from '../../requests/errors.ts'
import { describeUnmatchedPayment } from './describeUnmatchedPayment.ts'
import { ClaimRefusedError, TooManyClaimsError, UnmatchedPaymentNotFoundError } from './errors.ts'

type Claim = typeof api.unmatchedPayments.claim
type Unmatched = Row<'unmatched_payments'>

/** The payment, the request and the merchant of a claim. */
type ClaimCall = {
  params: { id: string }
  body: { requestId: string }
  caller: { tenantId: string }
}

/** The maximum number of one merchant's claims per minute, on one host, that read the chain without a result. */
const MAX_REFUSED = 20
const WINDOW_MS = 60_000

/**
 * Counts a payment with an unknown reference towards one of the merchant's requests. The host reads the payment's block again and
 * records the payment like any other, with its events. Idempotent until the claim has succeeded.
 *
 * @throws UnmatchedPaymentNotFoundError, RequestNotFoundError, ClaimRefusedError, TooManyClaimsError, ChainUnavailableError
 */
export async function claimUnmatchedPayment(
  context: ClaimContext & Pick<Context, 'audit'>,
  { params, body, caller }: ClaimCall,
): Promise<Output<Claim>> {
  const { kysely } = context.db
  if (!isUlid(params.id)) throw new UnmatchedPaymentNotFoundError()
  const unmatched = await kysely
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('id', '=', params.id)
    .where('tenant_id', '=', caller.tenantId)
    .executeTakeFirst()
  if (unmatched === undefined) throw new UnmatchedPaymentNotFoundError()
  const request = await kysely
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', body.requestId)
    .where('tenant_id', '=', caller.tenantId)
    .executeTakeFirst()
  if (request === undefined) throw new RequestNotFoundError({ field: 'requestId' })
  const isRepeat = unmatched.claimed_request_id === request.id
  const misfit = isRepeat ? null : misfitOf(unmatched, request)
  if (misfit !== null) throw new ClaimRefusedError({ reason: misfit })
  const { tenantId: key } = caller
  const claims = openWindow(context, { purpose: 'claims', key, windowMs: WINDOW_MS })
  if (claims.count >= MAX_REFUSED) throw new TooManyClaimsError({ limit: MAX_REFUSED })
  claims.count += 1
  try {
    await reserve(context, unmatched, request.id)
    await readBlockAgain(context, unmatched)
  } catch (error) {
    // A failure in the service itself does not count; the merchant retries until the service recovers.
    if (!(error instanceof ClaimRefusedError)) claims.count -= 1
    throw error
  }
  if (!(await isRecorded(context, unmatched, request.id))) {
    // A claim that another call has made in the meantime stays.
    await kysely
      .updateTable('unmatched_payments')
      .set({ claimed_request_id: null })
      .where('id', '=', unmatched.id)
      .where('claimed_request_id', '=', request.id)
      .execute()
    throw new ClaimRefusedError({ reason: 'the chain has no such payment' })
  }
  claims.count -= 1
  // The reference of a claimable payment belongs to no request, and its refunds now belong to the request's payment.
  return describeUnmatchedPayment({ ...unmatched, claimed_request_id: request.id }, undefined, 0n)
}

/**
 * Of two concurrent claims, one succeeds; a request accepts one claim. A claim locks the payment as a refund does, so either the
 * claim or the refund comes first.
 */
async function reserve(
  { audit, db }: Pick<Context, 'audit' | 'db'>,
  unmatched: Unmatched,
  requestId: string,
): Promise<void> {
  const { id, tenant_id, claimed_request_id } = unmatched
  const reserved = await db.transaction(async (tx) => {
    const request = tx.selectFrom('requests').select('id').where('id', '=', requestId)
    await (db.dialect === 'postgres' ? request.forUpdate() : request).execute()
    const other = await tx
      .selectFrom('unmatched_payments')
      .select('id')
      .where('tenant_id', '=', tenant_id)
      .where('claimed_request_id', '=', requestId)
      .where('id', '<>', id)
      .executeTakeFirst()
    if (other !== undefined) return 0n
    await lockUnmatched(tx, db.dialect, unmatched)
    await guardRefunds(tx, unmatched, requestId)
    const { numUpdatedRows } = await tx
      .updateTable('unmatched_payments')
      .set({ claimed_request_id: requestId })
      .where('id', '=', id)
      .where('tenant_id', '=', tenant_id)
      .where(({ or, eb }) =>
        or([eb('claimed_request_id', 'is', null), eb('claimed_request_id', '=', requestId)]),
      )
      .executeTakeFirstOrThrow()
    // A repeated call changes nothing.
    if (numUpdatedRows !== 0n && claimed_request_id !== requestId) await audit?.write(tx, id)
    return numUpdatedRows
  })
  if (reserved === 0n)
    throw new ClaimRefusedError({ reason: 'the payment or the request is already claimed' })
}

/**
 * Rejects a claim to money that is being refunded. After a reorganisation, an earlier claim's money again belongs to no request, but
 * its refunds belong to that claim's request. A claim for another request could give the money back twice.
 *
 * @throws ClaimRefusedError
 */
async function guardRefunds(tx: Tx, unmatched: Unmatched, requestId: string): Promise<void> {
  for (const refund of await readCounted(tx, unmatched)) {
    if (refund.paymentId === unmatched.id)
      throw new ClaimRefusedError({ reason: 'it has a refund' })
    if (refund.requestId === '' || refund.requestId === requestId) continue
    throw new ClaimRefusedError({ reason: `it has a refund of the request ${refund.requestId}` })
  }
}

/** Returns whether a payment already counts, for this request or another one. */
async function isRecorded(
  { db }: Pick<Context, 'db'>,
  unmatched: Unmatched,
  requestId: string,
): Promise<boolean> {
  const payment = await db.kysely
    .selectFrom('payments')
    .select('id')
    .where('network', '=', unmatched.network)
    .where('tx_hash', '=', unmatched.tx_hash)
    .where('log_index', '=', unmatched.log_index)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return payment !== undefined
}
