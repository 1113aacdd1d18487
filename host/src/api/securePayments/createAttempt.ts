import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { NotNull } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import {
  isEndPhase,
  isLive,
  isWornOut,
  leaseAfter,
  mayHaveSent,
} from '../../paying/attemptLease.ts'
import { dropSurplus, loadAttempts, refuseSecond } from '../../paying/attemptRows.ts'
import { findSource, guardSameChain } from '../../paying/chooseCrosschain.ts'
import { describeSecurePayment } from '../../paying/describeSecurePayment.ts'
import { AttemptEndedError } from '../../paying/errors.ts'
import { guardPayer, guardPayment } from '../../paying/guardPayment.ts'
import { isSent } from '../../paying/isSent.ts'
import { loadSecurePayment, type StoredSecurePayment } from '../../paying/loadSecurePayment.ts'
import { lockForPayer } from '../../paying/lockForPayer.ts'
import { readWallet } from '../../paying/readWallet.ts'

type Create = typeof api.securePayments.createAttempt

/** The maximum number of transactions of lapsed attempts that one call looks up, newest first. */
const MAX_LOOKUPS = 5

/**
 * Acquires or renews a secure payment's lock for one attempt. If two devices call at the same time, one gets the lock. The attempt's
 * id, which its page created, is all that a caller needs to control the attempt. The host therefore does not return the id to other
 * callers. `leaseAfter` states how long a lock lasts, and why a stranger with the link cannot keep payers out.
 *
 * @throws AttemptEndedError, AttemptInProgressError, InvalidInputError for another attempt's id, and what `loadSecurePayment`,
 *   `guardPayer`, `guardPayment`, `guardSameChain` and `lockForPayer` throw
 */
export async function createAttempt(
  context: Pick<
    Context,
    'bridge' | 'config' | 'db' | 'now' | 'random' | 'chains' | 'log' | 'prices' | 'rates'
  >,
  { params, body, caller }: Call<Create>,
): Promise<Output<Create>> {
  const stored = await loadSecurePayment(context, {
    token: params.token,
    caller,
    option: body.option,
  })
  const wallet = readWallet(body.wallet, stored.securePayment.network) ?? body.wallet
  guardPayer(context, stored, wallet)
  const payment = describeSecurePayment(context.config, stored, context.now(), wallet)
  guardPayment(payment, stored, { now: context.now(), attemptId: body.attemptId })
  const source = findSource(context, stored, body)
  if (source === null) guardSameChain(payment, body)
  const sentIds = await findSent(context, stored, body.attemptId)
  return context.db.transaction(async (tx) => {
    await lockForPayer(tx, payment)
    const now = context.now()
    const attempts = await loadAttempts(tx, params.token)
    const known = attempts.find((attempt) => attempt.id === body.attemptId)
    if (known !== undefined) refuseEnded(known, now)
    refuseSecond(attempts, { attemptId: body.attemptId, now, sentIds })
    if (known === undefined) {
      await refuseForeignId(tx, body.attemptId)
      await dropSurplus(tx, attempts, now)
    }
    const nowText = now.toISOString()
    const before = known ?? {
      tx_hash: null,
      sent_at: null,
      created_at: nowText,
      lease_until: nowText,
    }
    const phase = known?.phase ?? 'created'
    const until = known?.safe_tx_hash
      ? known.lease_until
      : leaseAfter(
          { ...before, phase },
          { now, isSent: false, isWornOut: isWornOut(attempts, now) },
        )
    await saveAttempt(tx, {
      id: body.attemptId,
      token: params.token,
      wallet,
      chain: source?.network.id ?? payment.network,
      currency: body.token,
      calldata_hash: body.calldataHash,
      nonce: body.nonce === undefined ? null : BigInt(body.nonce),
      phase,
      tx_hash: before.tx_hash,
      sent_at: before.sent_at,
      lease_until: until,
      created_at: before.created_at,
      updated_at: nowText,
      safe_tx_hash: known?.safe_tx_hash ?? null,
      safe_deadline_s: known?.safe_deadline_s ?? null,
    })
    return { attemptId: body.attemptId, leaseUntil: until }
  })
}

/** Finds the attempts whose lease is over but whose transaction a node has seen since: they still hold the lock. */
async function findSent(
  context: Pick<Context, 'db' | 'now' | 'chains' | 'log'>,
  { securePayment, requests, options }: StoredSecurePayment,
  ownId: string,
): Promise<ReadonlySet<string>> {
  const now = context.now()
  const attempts = await context.db.kysely
    .selectFrom('attempts')
    .selectAll()
    .where('token', '=', securePayment.token)
    .where('tx_hash', 'is not', null)
    .$narrowType<{ tx_hash: NotNull }>()
    .orderBy('updated_at', 'desc')
    .execute()
  const doubtful = attempts
    .filter((attempt) => attempt.id !== ownId && !isLive(attempt, now) && mayHaveSent(attempt, now))
    .slice(0, MAX_LOOKUPS)
  const sent = await Promise.all(
    doubtful.map(({ chain, tx_hash }) =>
      isSent(context, [...requests, ...options], { network: chain, txHash: tx_hash }),
    ),
  )
  return new Set(doubtful.filter((_, index) => sent[index] === true).map(({ id }) => id))
}

/** An attempt cannot begin again after its end, or once its lease has ended after it sent a transaction. */
function refuseEnded(known: Row<'attempts'>, now: Date): void {
  const isOver = known.tx_hash !== null && !isLive(known, now)
  if (isOver || isEndPhase(known.phase)) throw new AttemptEndedError()
}

async function refuseForeignId(tx: Tx, attemptId: string): Promise<void> {
  const taken = await tx
    .selectFrom('attempts')
    .select('id')
    .where('id', '=', attemptId)
    .executeTakeFirst()
  if (taken === undefined) return
  throw new InvalidInputError([
    { field: 'attemptId', code: 'already_used', message: 'is used by another payment' },
  ])
}

async function saveAttempt(tx: Tx, row: Row<'attempts'>): Promise<void> {
  const { id, created_at, token, ...changes } = row
  await tx
    .insertInto('attempts')
    .values({ id, created_at, token, ...changes })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute()
}
