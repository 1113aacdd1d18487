import type { api, Output } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import { atField } from '../../atField.ts'
import { codecOf } from '../../chains/chainCodec.ts'
import type { Context } from '../../context.ts'
import { lockSecurePayment } from '../../db/lockSecurePayment.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { endLease, isEndPhase, isWornOut, leaseAfter } from '../../paying/attemptLease.ts'
import { isAttemptId, loadAttempts, noteSent, refuseSecond } from '../../paying/attemptRows.ts'
import { describeSecurePayment } from '../../paying/describeSecurePayment.ts'
import {
  AttemptEndedError,
  AttemptNotFoundError,
  PaymentNotPayableError,
} from '../../paying/errors.ts'
import { isSent } from '../../paying/isSent.ts'
import { loadSecurePayment, type StoredSecurePayment } from '../../paying/loadSecurePayment.ts'

type Update = typeof api.securePayments.updateAttempt
type Body = Call<Update>['body']

/**
 * Records an attempt's progress. A new phase extends its lease (see `leaseAfter`), or restores a lapsed one, unless another attempt now
 * holds the lock. An attempt that has ended stays ended; its last report may be repeated.
 *
 * @throws AttemptNotFoundError, AttemptEndedError, AttemptInProgressError, PaymentNotPayableError for a cancelled payment, InvalidInputError
 *   for a hash in another network's form, and what `loadSecurePayment` throws
 */
export async function updateAttempt(
  context: Pick<Context, 'config' | 'db' | 'now' | 'chains' | 'log' | 'prices' | 'rates'>,
  { params, body, caller }: Call<Update>,
): Promise<Output<Update>> {
  const stored = await loadSecurePayment(context, { token: params.token, caller })
  if (!isAttemptId(params.attemptId)) throw new AttemptNotFoundError()
  const isEnd = isEndPhase(body.phase)
  const sent = body.txHash === undefined ? null : await readSent(context, params, body.txHash)
  const isKnown =
    sent !== null &&
    !isEnd &&
    (await isSent(context, [...stored.requests, ...stored.options], sent))
  return context.db.transaction(async (tx) => {
    const status = await lockSecurePayment(tx, params.token)
    // A report of the attempt's end or of a transaction states a fact and begins nothing new.
    if (status === 'invalidated' && !isEnd && sent === null) throw refusal(context, stored)
    const attempts = await loadAttempts(tx, params.token)
    const attempt = attempts.find(({ id }) => id === params.attemptId)
    if (attempt === undefined) throw new AttemptNotFoundError()
    if (isEndPhase(attempt.phase)) return repeatEnd(attempt, body)
    const now = context.now()
    // The end of an attempt releases the lock, so it needs no permission.
    if (!isEnd) refuseSecond(attempts, { attemptId: attempt.id, now })
    const until = isEnd
      ? endLease(attempt, now)
      : attempt.safe_tx_hash !== null && !isKnown
        ? attempt.lease_until
        : leaseAfter(attempt, { now, isSent: isKnown, isWornOut: isWornOut(attempts, now) })
    await tx
      .updateTable('attempts')
      .set({
        phase: body.phase,
        ...(sent !== null && noteSent(attempt, sent.txHash, now)),
        lease_until: until,
        updated_at: now.toISOString(),
      })
      .where('id', '=', attempt.id)
      .execute()
    return { attemptId: attempt.id, phase: body.phase, leaseUntil: until }
  })
}

/** Creates the error for an attempt that continues after the merchant has cancelled the payment. */
function refusal(context: Pick<Context, 'config' | 'now'>, stored: StoredSecurePayment): Error {
  const payment = describeSecurePayment(context.config, stored, context.now())
  return new PaymentNotPayableError({ ...payment, status: 'invalidated' })
}

/**
 * Reads the network of an attempt's transaction, and its hash in that network's canonical form.
 *
 * @throws AttemptNotFoundError, InvalidInputError for a hash in another network's form
 */
async function readSent(
  context: Pick<Context, 'db'>,
  params: Call<Update>['params'],
  text: string,
): Promise<{ network: string; txHash: string }> {
  const network = await findChain(context, params)
  const txHash = atField('txHash', () => codecOf(getNetwork(network)).readTxHash(text))
  return { network, txHash }
}

/** Finds the id of the network on which an attempt pays. */
async function findChain(
  { db }: Pick<Context, 'db'>,
  { token, attemptId }: Call<Update>['params'],
): Promise<string> {
  const attempt = await db.kysely
    .selectFrom('attempts')
    .select('chain')
    .where('id', '=', attemptId)
    .where('token', '=', token)
    .executeTakeFirst()
  if (attempt === undefined) throw new AttemptNotFoundError()
  return attempt.chain
}

function repeatEnd(attempt: Row<'attempts'>, { phase, txHash }: Body): Output<Update> {
  const isSameHash = txHash === undefined || txHash.toLowerCase() === attempt.tx_hash
  if (phase !== attempt.phase || !isSameHash) throw new AttemptEndedError()
  return { attemptId: attempt.id, phase, leaseUntil: attempt.lease_until }
}
