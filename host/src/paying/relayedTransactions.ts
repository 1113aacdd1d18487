import { InvalidInputError } from '@secure-payment/core'
import type { SecurePayment } from '@secure-payment/core/api'
import type { Context } from '../context.ts'
import { lockSecurePayment } from '../db/lockSecurePayment.ts'
import type { Tx } from '../db/openDatabase.ts'
import { ensureDefined } from '../ensureDefined.ts'
import { createId } from '../id.ts'
import { isEndPhase, leaseAfter } from './attemptLease.ts'
import { loadAttempts, noteSent } from './attemptRows.ts'

/**
 * The maximum number of transactions for one secure payment that the service sends: more than payers need, and too few to fill the
 * database.
 */
const MAX_RELAYED = 100

/** Returns whether nodes have accepted a transaction for a secure payment before, through this service. */
export async function isRelayed(
  { db }: Pick<Context, 'db'>,
  { token, txid }: { token: string; txid: string },
): Promise<boolean> {
  const found = await db.kysely
    .selectFrom('intents')
    .select('id')
    .where('token', '=', token)
    .where('tx_hash', '=', txid)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Allows one more transaction unless too many were accepted.
 *
 * @throws InvalidInputError
 */
export async function guardRelayCount({ db }: Pick<Context, 'db'>, token: string): Promise<void> {
  const { count } = await db.kysely
    .selectFrom('intents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  if (Number(count) < MAX_RELAYED) return
  const message = `exceeds the limit: a payment accepts ${MAX_RELAYED} transactions`
  throw new InvalidInputError([
    { field: 'signedTransaction', code: 'too_many_transactions', message },
  ])
}

/**
 * Stores the id of a transaction that nodes have accepted. Also records a paying transaction with its owner's attempt, whose lock it
 * extends, because the page may close before it reports the transaction. Idempotent.
 */
export async function recordRelayed(
  context: Pick<Context, 'db' | 'now' | 'random'>,
  facts: { payment: SecurePayment; txid: string; owner: string; isPayment: boolean },
): Promise<void> {
  const { payment, txid, owner, isPayment } = facts
  await context.db.transaction(async (tx) => {
    await lockSecurePayment(tx, payment.token)
    await tx
      .insertInto('intents')
      .values({
        id: createId(context),
        token: payment.token,
        tx_hash: txid,
        chain: payment.network,
        currency: ensureDefined(payment.items[0], 'An item').symbol,
        created_at: context.now().toISOString(),
      })
      .onConflict((conflict) => conflict.columns(['token', 'tx_hash']).doNothing())
      .execute()
    if (isPayment) await noteAttempt(tx, { token: payment.token, txid, owner, now: context.now() })
  })
}

async function noteAttempt(
  tx: Tx,
  facts: { token: string; txid: string; owner: string; now: Date },
): Promise<void> {
  const { token, txid, owner, now } = facts
  const attempts = await loadAttempts(tx, token)
  const attempt = attempts
    .filter(({ wallet, phase }) => wallet === owner && !isEndPhase(phase))
    .sort((left, right) => (left.updated_at < right.updated_at ? 1 : -1))[0]
  if (attempt === undefined || attempt.tx_hash === txid) return
  await tx
    .updateTable('attempts')
    .set({
      phase: 'broadcast',
      ...noteSent(attempt, txid, now),
      lease_until: leaseAfter(attempt, { now, isSent: true, isWornOut: false }),
      updated_at: now.toISOString(),
    })
    .where('id', '=', attempt.id)
    .execute()
}
