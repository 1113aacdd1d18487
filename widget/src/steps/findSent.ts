import { findNetwork } from '@secure-payment/core/networks'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import { createChainReader } from './chainReader.ts'
import { comparePayload, sourceOf } from './chainRecords.ts'
import { findByNonce, findPayment } from './findPayment.ts'
import { paidItems } from './paidItems.ts'
import type { Session } from './session.ts'

/** Finds this device's attempts, of all accounts, that ended without proof that nothing was sent. */
export async function earlierAttempts(
  session: Session,
  record: AttemptRecord,
): Promise<readonly AttemptRecord[]> {
  const all = await (await session.progress()).attempts(record.token)
  return all.filter(
    (attempt) =>
      attempt.id !== record.id &&
      (attempt.nonce !== null || attempt.to !== null) &&
      attempt.lastError !== null,
  )
}

/** Returns the hashes of the transactions that the service has counted or seen. */
export function knownHashes(session: Session): readonly string[] {
  return session.state().payment?.transactions.map((one) => one.txHash.toLowerCase()) ?? []
}

/** An earlier attempt, and its transaction on chain. */
type Sent = { readonly attempt: AttemptRecord; readonly hash: string }

/**
 * Finds the payment of an earlier attempt on an EVM network that leaves no event with the record's reference on the record's network. Such
 * a payment is in another accepted currency, or over a bridge. Null if there is none. Throws ChainUnreachableError.
 */
export async function findSent(
  session: Session,
  record: AttemptRecord,
  earlier: readonly AttemptRecord[],
  signal: AbortSignal,
): Promise<Sent | null> {
  const ofEvm = earlier.filter(({ kind }) => kind === 'evm')
  const other = await findInOtherOption(session, record, ofEvm, signal)
  return other ?? findCrossing(session, ofEvm, signal)
}

/**
 * Searches for an earlier attempt's payment in another accepted currency. That attempt has another reference, and perhaps another network
 * and account. Returns null if there is no such payment.
 */
async function findInOtherOption(
  session: Session,
  record: AttemptRecord,
  earlier: readonly AttemptRecord[],
  signal: AbortSignal,
): Promise<Sent | null> {
  for (const attempt of earlier) {
    const isOther = attempt.option.accepted !== record.option.accepted
    const network = isOther ? findNetwork(attempt.network) : undefined
    if (network === undefined || attempt.destination !== undefined) continue
    const option = attempt.option.accepted ?? null
    const answer = await session.api.metadata({ option, signal })
    const items = paidItems(answer.kind === 'payment' ? answer.payment : null, attempt)
    const reader = createChainReader(sourceOf(session, network, signal))
    const hash = await findPayment(reader, network, attempt, items, knownHashes(session))
    if (hash !== null) return { attempt, hash }
  }
  return null
}

/**
 * Searches for an earlier payment to a bridge, which leaves no event with the reference on its chain. Instead, the transaction that used
 * its nonce is checked. Returns null if there is no such payment.
 */
async function findCrossing(
  session: Session,
  earlier: readonly AttemptRecord[],
  signal: AbortSignal,
): Promise<Sent | null> {
  for (const attempt of earlier) {
    // An attempt whose end is proven, for example by a refund, is over.
    const isOpen = attempt.destination !== undefined && attempt.phase === 'abandoned'
    const network = isOpen ? findNetwork(attempt.network) : undefined
    if (network === undefined) continue
    const reader = createChainReader(sourceOf(session, network, signal))
    const transaction = await findByNonce(reader, attempt)
    if (transaction !== null && comparePayload(attempt, transaction) === 'same') {
      return { attempt, hash: transaction.hash }
    }
  }
  return null
}
