import { randomUUID } from 'node:crypto'
import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { isLive, safeLeaseAfter } from '../../paying/attemptLease.ts'
import { dropSurplus, loadAttempts, refuseSecond } from '../../paying/attemptRows.ts'
import { findSource, guardSameChain } from '../../paying/chooseCrosschain.ts'
import { describeSecurePayment } from '../../paying/describeSecurePayment.ts'
import { AttemptNotFoundError } from '../../paying/errors.ts'
import {
  guardNotInProgress,
  guardNotProcessing,
  guardPayable,
  guardPayer,
} from '../../paying/guardPayment.ts'
import type { StoredSecurePayment } from '../../paying/loadSecurePayment.ts'
import { lockForPayer } from '../../paying/lockForPayer.ts'
import { readWallet } from '../../paying/readWallet.ts'

type Intent = typeof api.securePayments.intent
type SafeContext = Pick<Context, 'bridge' | 'config' | 'db' | 'log' | 'now' | 'random' | 'rates'>
type SafeBody = Call<Intent>['body'] & { safeTxHash: string }

/** The maximum number of recorded transactions per secure payment: more than any payer sends or proposes. */
const MAX_SAFE_INTENTS = 20

/**
 * Records that a payment waits for the signers of a Safe, and locks it for that time. The waiting attempt is the one
 * that the call names, or a new one. A repetition with the same hash returns the same intent and does not lock again.
 *
 * @throws InvalidInputError, AttemptNotFoundError, PaymentProcessingError, PaymentInProgressError, and what `guardPayable`, `guardPayer`,
 *   `guardSameChain` and `lockForPayer` throw
 */
export async function createSafeIntent(
  context: SafeContext,
  { stored, body }: { stored: StoredSecurePayment; body: SafeBody },
): Promise<Output<Intent>> {
  const now = context.now()
  const { network, token } = stored.securePayment
  const payment = describeSecurePayment(context.config, stored, now)
  guardPayable(payment)
  if (getNetwork(network).family !== 'evm') throw noSafeOn(network)
  const wallet = readWallet(body.walletAddress, network, 'walletAddress')
  // Only a wallet that may pay can have begun a waiting attempt.
  if (wallet !== null || body.attemptId === undefined) {
    guardPayer(context, stored, wallet, 'walletAddress')
  }
  const safeTxHash = body.safeTxHash.toLowerCase()
  const isRepeat = isWaitedFor(stored.safeAttempts, { safeTxHash, attemptId: body.attemptId })
  if (!isRepeat) {
    guardNotProcessing(payment, stored)
    guardNotInProgress(payment, stored, { now, ...withAttempt(body) })
  }
  const source = findSource(context, stored, body)
  if (source === null) guardSameChain(payment, body)
  const waiting = {
    chain: source?.network.id ?? network,
    currency: body.token,
    safe_tx_hash: safeTxHash,
    safe_deadline_s:
      body.safePaymentDeadline === undefined ? null : BigInt(body.safePaymentDeadline),
  }
  const intentId = await context.db.transaction(async (tx) => {
    await lockForPayer(tx, payment)
    await holdLock(tx, context, { token, body, wallet: wallet ?? '', waiting })
    const known = await findIntent(tx, token, safeTxHash)
    return known ?? insertIntent(tx, context, { token, safeTxHash, waiting })
  })
  const paymentReference = stored.requests[0].payment_reference
  return { intentId, paymentReference, safeTxHash, isListening: true }
}

/**
 * Returns whether the attempt that the call names waits, or waited, for this transaction; any attempt, if the call names none. A
 * stranger who sent the same hash first cannot release an attempt's lock.
 */
function isWaitedFor(
  attempts: readonly Pick<Row<'attempts'>, 'id' | 'safe_tx_hash'>[],
  { safeTxHash, attemptId }: { safeTxHash: string; attemptId: string | undefined },
): boolean {
  return attempts.some(
    ({ id, safe_tx_hash }) =>
      safe_tx_hash === safeTxHash && (attemptId === undefined || id === attemptId),
  )
}

type Waiting = Pick<Row<'attempts'>, 'chain' | 'currency' | 'safe_tx_hash' | 'safe_deadline_s'>

async function findIntent(tx: Tx, token: string, txHash: string): Promise<string | null> {
  const known = await tx
    .selectFrom('intents')
    .select('id')
    .where('token', '=', token)
    .where('tx_hash', '=', txHash)
    .executeTakeFirst()
  return known?.id ?? null
}

async function holdLock(
  tx: Tx,
  { now: clock }: Pick<Context, 'now'>,
  facts: { token: string; body: SafeBody; wallet: string; waiting: Waiting },
): Promise<void> {
  const { token, body, wallet, waiting } = facts
  const now = clock()
  const attempts = await loadAttempts(tx, token)
  const { attemptId = null, safeTxHash, safePaymentDeadline: deadlineS = null } = body
  // This check runs again under the lock, because two calls may arrive at the same time.
  if (isWaitedFor(attempts, { safeTxHash: safeTxHash.toLowerCase(), attemptId: body.attemptId }))
    return
  const own = attempts.find(({ id }) => id === attemptId)
  if (attemptId !== null && (own === undefined || !isLive(own, now) || own.tx_hash !== null)) {
    throw new AttemptNotFoundError()
  }
  refuseSecond(attempts, { attemptId: own?.id ?? null, now })
  const lease_until = safeLeaseAfter(attempts, { now, deadlineS })
  const updated_at = now.toISOString()
  const changes = { ...waiting, phase: 'signing', lease_until, updated_at }
  if (own !== undefined) {
    await tx.updateTable('attempts').set(changes).where('id', '=', own.id).execute()
    return
  }
  await dropSurplus(tx, attempts, now)
  await tx
    .insertInto('attempts')
    .values({
      ...changes,
      // No caller receives this id: without an attempt by the page, the lock expires automatically.
      id: randomUUID(),
      token,
      wallet,
      calldata_hash: body.safeTxHash,
      tx_hash: null,
      created_at: updated_at,
    })
    .execute()
}

async function insertIntent(
  tx: Tx,
  context: Pick<Context, 'now' | 'random'>,
  { token, safeTxHash, waiting }: { token: string; safeTxHash: string; waiting: Waiting },
): Promise<string> {
  await makeRoom(tx, token)
  const id = createId(context)
  const { chain, currency } = waiting
  const created_at = context.now().toISOString()
  await tx
    .insertInto('intents')
    .values({ id, token, tx_hash: safeTxHash, chain, currency, created_at })
    .execute()
  return id
}

/**
 * Deletes the oldest transactions that are not followed, so that one more can be stored. Anyone with the link can report any number of
 * hashes, which must not displace a Safe's.
 */
async function makeRoom(tx: Tx, token: string): Promise<void> {
  const noted = await tx
    .selectFrom('intents')
    .select('id')
    .where('token', '=', token)
    .where('status', 'is', null)
    .orderBy('id', 'desc')
    .offset(MAX_SAFE_INTENTS - 1)
    .limit(MAX_SAFE_INTENTS)
    .execute()
  const ids = noted.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('intents').where('id', 'in', ids).execute()
}

function withAttempt({ attemptId }: SafeBody): { attemptId?: string } {
  return attemptId === undefined ? {} : { attemptId }
}

function noSafeOn(network: string): InvalidInputError {
  const message = `belongs to a Safe, and ${network} has no Safes`
  return new InvalidInputError([{ field: 'safeTxHash', code: 'intents_unsupported', message }])
}
