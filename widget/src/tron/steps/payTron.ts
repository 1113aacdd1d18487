import {
  type TronBlockRef,
  type TronTransaction,
  TronTransactionMismatchError,
} from '@secure-payment/core/tron'
import type { AttemptRecord } from '../../machine/attemptRecord.ts'
import type { Fact } from '../../machine/fact.ts'
import type { VerifiedPayment } from '../../machine/verifiedPayment.ts'
import { remember, updateAttempt } from '../../steps/attempts.ts'
import { earlierAttempts, findSent } from '../../steps/findSent.ts'
import {
  assertWallet,
  assertWanted,
  codeOf,
  isCurrent,
  NotAsked,
  notSent,
  type PayParts,
  payer,
} from '../../steps/pay.ts'
import type { Session, Task } from '../../steps/session.ts'
import type { Provider } from '../../wallets/provider.ts'
import { faultNote, readWalletFault } from '../../wallets/walletError.ts'
import { nodeOf, type TronNode } from './createTronNode.ts'
import { describeTime } from './describeTime.ts'
import { buildStep, isTooLate, signTron } from './signTron.ts'
import { hasPassed } from './watchTron.ts'

/** The minimum time until an earlier transaction expires, for the wallet to sign it again. */
const MIN_LEFT_MS = 60_000

/**
 * Requests the wallet's signature for the payment, and stores the payment with it; `watchTron` sends it, here or after
 * a reload. Before the wallet's request, it checks in this order:
 * - the price holds, if the service fixes one (`renew`);
 * - the service still accepts the payment;
 * - the wallet and the account are those of the review;
 * - no earlier attempt on an EVM network has paid;
 * - no other transaction of this payment can be executed;
 * - the transaction to sign is stored.
 *
 * -> sent, not_sent, lost or server.
 */
export async function payTron(
  { session, signal, tell }: Task,
  attemptId: string,
  renew: NonNullable<PayParts['renew']> = async (_, verified) => verified,
): Promise<void> {
  try {
    const { provider, verified: prepared, from } = payer(session, attemptId)
    const verified = await renew({ session, signal, tell }, prepared, attemptId)
    await assertWanted(session, { verified, from }, attemptId, signal)
    await assertWallet(provider, verified, from, attemptId)
    await assertUnpaidOnEvm(session, attemptId, signal)
    const node = nodeOf(session, verified.payment, verified.network, signal)
    const block = await node.block('wallet')
    const earlier = await findEarlier({ session, node, verified, from, attemptId, block })
    const transaction = earlier ?? buildStep(verified.pay, from, block)
    const record = await storeBuilt(session, verified, attemptId, transaction)
    if (!isCurrent(session, attemptId)) throw new NotAsked(notSent(attemptId, 'account_changed'))
    const readAt = session.now()
    const chainNowMs = () => block.timestampMs + session.now() - readAt
    await ask({ session, tell }, { provider, verified, record, transaction, chainNowMs })
  } catch (error) {
    if (signal.aborted) return
    const facts = error instanceof NotAsked ? error.facts : [notSent(attemptId, codeOf(error))]
    if (facts.some((fact) => fact.type === 'not_sent')) {
      await remember(session, attemptId, { phase: 'abandoned' })
    }
    for (const fact of facts) tell(fact)
  }
}

type Question = {
  readonly provider: Provider
  readonly verified: VerifiedPayment
  readonly record: AttemptRecord
  readonly transaction: TronTransaction
  readonly chainNowMs: () => number
}

/**
 * Sends the wallet its request. Never throws once the wallet has received it: the caller would report an error as
 * "not sent".
 */
async function ask(
  { session, tell }: Pick<Task, 'session' | 'tell'>,
  { provider, verified, record, transaction, chainNowMs }: Question,
): Promise<void> {
  const attemptId = record.id
  const call = { step: verified.pay, owner: record.from, chainNowMs }
  try {
    const signed = await signTron(provider, transaction, call)
    // A payment that was discarded or paid elsewhere in the meantime is not sent, so it cannot be executed.
    if (!isAwaited(session, attemptId)) return
    await store(session, attemptId, { tron: signed, txHash: signed.txID })
    tell({ type: 'sent', attemptId, hash: signed.txID })
  } catch (error) {
    await explain({ session, tell }, attemptId, error)
  }
}

async function explain(
  { session, tell }: Pick<Task, 'session' | 'tell'>,
  attemptId: string,
  error: unknown,
): Promise<void> {
  if (error instanceof NotAsked) {
    for (const fact of error.facts) tell(fact)
    return
  }
  if (error instanceof TronTransactionMismatchError) {
    const code = isTooLate(error) ? 'tron_too_late' : 'tron_other_bytes'
    await remember(session, attemptId, { phase: 'abandoned', lastError: code })
    tell(notSent(attemptId, code))
    return
  }
  const fault = readWalletFault(error)
  if (fault === 'unknown' || fault === 'unknown_chain') {
    await remember(session, attemptId, { lastError: 'wallet_error' })
    tell({ type: 'lost', attemptId })
    return
  }
  await remember(session, attemptId, { phase: 'abandoned' })
  tell({ type: 'not_sent', attemptId, note: faultNote(fault) })
}

/** Returns whether the page still waits for the wallet's response. */
function isAwaited(session: Session, attemptId: string): boolean {
  const { name, attemptId: current } = session.state()
  return current === attemptId && (name === 'signing' || name === 'unknown')
}

/** Stores the transaction before the wallet's request, so that the page can search for it after a crash. */
function storeBuilt(
  session: Session,
  { pay, calldataHash, review }: VerifiedPayment,
  attemptId: string,
  transaction: TronTransaction,
): Promise<AttemptRecord> {
  const { to, data } = pay.transaction
  return store(session, attemptId, {
    phase: 'signing',
    stepIndex: review.steps.length - 1,
    to,
    valueHex: '0x0',
    calldataHash,
    data,
    tron: transaction,
  })
}

async function store(
  session: Session,
  attemptId: string,
  patch: Partial<AttemptRecord>,
): Promise<AttemptRecord> {
  const record = await updateAttempt(session, attemptId, patch).catch(() => null)
  if (record === null) throw new NotAsked(notSent(attemptId, 'storage_failed'))
  session.hint(attemptId)
  return record
}

/**
 * Throws NotAsked if an earlier attempt has paid in an accepted currency of an EVM network, even before the service sees that payment.
 * Throws ChainUnreachableError.
 */
async function assertUnpaidOnEvm(
  session: Session,
  attemptId: string,
  signal: AbortSignal,
): Promise<void> {
  const { payment } = session.state()
  const record = await (await session.progress()).get(attemptId)
  if (payment === null || record === null) return
  const earlier = await earlierAttempts(session, record)
  if ((await findSent(session, record, earlier, signal)) === null) return
  const answer = { kind: 'processing', payment } as const
  throw new NotAsked(notSent(attemptId, 'payment_changed'), { type: 'server', answer })
}

type Search = {
  readonly session: Session
  readonly node: TronNode
  readonly verified: VerifiedPayment
  readonly from: string
  readonly attemptId: string
  readonly block: TronBlockRef
}

/**
 * Ensures that no two transactions of this payment can be executed. An earlier attempt's transaction that may be
 * signed is handled in one of three ways:
 * - the page follows it if a node has it, or if it is the same call and signed;
 * - the wallet signs it again if it is the same call from the same account;
 * - otherwise the payer must wait until it expires.
 *
 * Returns the transaction to sign again; null if a new one can be built.
 *
 * Throws NotAsked if the wallet must not receive a request.
 */
async function findEarlier(search: Search): Promise<TronTransaction | null> {
  const { session, node, verified, from, attemptId, block } = search
  const all = await (await session.progress()).attempts(session.token)
  let again: TronTransaction | null = null
  for (const attempt of all) {
    const { tron } = attempt
    if (attempt.id === attemptId || tron === undefined || !isUnproved(attempt)) continue
    if (await node.hasTransaction(tron.txID, 'wallet')) throw await adopt(search, attempt, tron)
    if (await hasPassed(node, tron, block.timestampMs)) continue
    const isSame = attempt.from === from && attempt.calldataHash === verified.calldataHash
    if (isSame && tron.signature !== undefined) throw await adopt(search, attempt, tron)
    const leftMs = tron.raw_data.expiration - block.timestampMs
    if (!isSame || leftMs < MIN_LEFT_MS) {
      const time = describeTime(tron.raw_data.expiration + SOLID_AFTER_MS)
      throw new NotAsked(notSent(attemptId, 'tron_earlier', { time }))
    }
    again = tron
  }
  return again
}

/** A block becomes solid once 19 of the 27 producers have built on it, after about a minute. */
const SOLID_AFTER_MS = 60_000

/**
 * Returns whether an attempt's transaction may be signed, and its end is not proven.
 */
function isUnproved({ phase, lastError, tron }: AttemptRecord): boolean {
  if (phase === 'done' || phase === 'reverted' || phase === 'dropped') return false
  return tron?.signature !== undefined || lastError !== null
}

/** Makes the attempt follow an earlier attempt's transaction. Returns the error that reports this instead of a wallet request. */
async function adopt(
  { session, attemptId }: Search,
  { to, calldataHash, data }: AttemptRecord,
  tron: TronTransaction,
): Promise<NotAsked> {
  const patch = { to, calldataHash, data, tron, txHash: tron.txID, phase: 'signing' } as const
  await store(session, attemptId, patch)
  const sent: Fact = { type: 'sent', attemptId, hash: tron.txID }
  return new NotAsked(sent)
}
