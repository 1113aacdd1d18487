import { findNetwork, type Network } from '@secure-payment/core/networks'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { Reconciliation } from '../machine/fact.ts'
import { PROMPT_LIFETIME_MS, updateAttempt } from './attempts.ts'
import { type ChainReader, createChainReader } from './chainReader.ts'
import { comparePayload, readQuantity, sourceOf } from './chainRecords.ts'
import { findByNonce, findPayment, type PaidItem } from './findPayment.ts'
import { paidItems } from './paidItems.ts'
import type { Task } from './session.ts'

/** The state of chain and clock for a payment that a wallet did not confirm. */
export type RecoveryFacts = {
  /** False when the chain did not respond; the other members are then meaningless. */
  readonly isReadable: boolean
  /** The transaction with the payment's reference, found in the fee proxies' events; null if there is none. */
  readonly paymentHash: string | null
  /** The mined and pending transaction counts of the sender. */
  readonly latestNonce: number
  readonly pendingNonce: number
  /** Whether the sender has code: it is then a contract account, whose nonce proves nothing. */
  readonly isContract: boolean
  /** The mined transaction that has the recorded nonce, if it was found. */
  readonly atNonce: { readonly hash: string; readonly isSamePayload: boolean } | null
  /** The number of milliseconds since the wallet's request. */
  readonly ageMs: number
}

const POLL_MS = 3_000

/**
 * Decides the outcome of an attempt in phase `signing`. The outcome is "not sent" only if that is proven. A nonce that another
 * transaction used does not stop an open prompt, because the wallet assigns it the next nonce.
 */
export function reconcile(
  record: Pick<AttemptRecord, 'nonce' | 'lastError'>,
  facts: RecoveryFacts,
): Reconciliation {
  if (!facts.isReadable) return { kind: 'unreachable' }
  if (facts.paymentHash !== null) return { kind: 'found', hash: facts.paymentHash }
  if (facts.isContract || record.nonce === null) return { kind: 'unreachable' }
  // A wallet that responded, even with an error, has closed its prompt.
  const hasAnswered = record.lastError !== null && record.lastError !== 'no_answer'
  const isPromptGone = hasAnswered || facts.ageMs >= PROMPT_LIFETIME_MS
  if (facts.latestNonce > record.nonce) {
    if (facts.atNonce === null) return { kind: 'unreachable' }
    if (facts.atNonce.isSamePayload) return { kind: 'found', hash: facts.atNonce.hash }
    return isPromptGone ? { kind: 'not_sent' } : { kind: 'nonce_unused', isPromptGone: false }
  }
  if (facts.pendingNonce > record.nonce) return { kind: 'pending' }
  return { kind: 'nonce_unused', isPromptGone }
}

/** Polls the chain until the attempt's outcome is proven or the operation ends: -> reconciled. */
export async function reconcileAttempt(
  { session, signal, tell }: Task,
  attemptId: string,
): Promise<void> {
  while (!signal.aborted) {
    const record = await (await session.progress()).get(attemptId)
    const network = record === null ? undefined : findNetwork(record.network)
    if (record?.callsId !== undefined) {
      const { calls, signed } = session.parts
      const part = await (record.signed === undefined ? calls() : signed())
      return part.reconcileCalls({ session, signal, tell }, attemptId)
    }
    if (record === null || network === undefined || record.to === null) {
      // No wallet has received a request for the payment yet.
      tell({ type: 'reconciled', result: { kind: 'unreachable' } })
    } else {
      const reader = createChainReader(sourceOf(session, network, signal))
      const items = paidItems(session.state().payment, record)
      const facts = await readFacts(reader, network, record, items, session.now())
      const result = reconcile(record, facts)
      // The chain responded and the wallet did not. Its prompt may still be open, so a later attempt must compete for
      // the nonce.
      if (result.kind === 'found' && record.lastError === null) {
        await updateAttempt(session, attemptId, { lastError: 'no_answer' })
      }
      tell({ type: 'reconciled', result })
      if (result.kind === 'found') return
    }
    await session.wait(POLL_MS, signal)
  }
}

async function readFacts(
  reader: ChainReader,
  network: Network,
  record: AttemptRecord,
  items: readonly PaidItem[],
  now: number,
): Promise<RecoveryFacts> {
  const ageMs = now - record.updatedAt
  const unreadable: RecoveryFacts = {
    isReadable: false,
    paymentHash: null,
    latestNonce: 0,
    pendingNonce: 0,
    isContract: false,
    atNonce: null,
    ageMs,
  }
  try {
    const [paymentHash, latest, pending, code] = await Promise.all([
      findPayment(reader, network, record, items),
      reader.read('eth_getTransactionCount', [record.from, 'latest']),
      reader.read('eth_getTransactionCount', [record.from, 'pending']),
      reader.read('eth_getCode', [record.from, 'latest']),
    ])
    const latestNonce = readQuantity(latest)
    const pendingNonce = readQuantity(pending)
    if (latestNonce === null || pendingNonce === null) return unreadable
    const isUsed = record.nonce !== null && latestNonce > record.nonce
    const transaction = isUsed && paymentHash === null ? await findByNonce(reader, record) : null
    const atNonce = transaction && {
      hash: transaction.hash,
      isSamePayload: comparePayload(record, transaction) === 'same',
    }
    return {
      isReadable: true,
      paymentHash,
      latestNonce: Number(latestNonce),
      pendingNonce: Number(pendingNonce),
      isContract: isContractCode(code),
      atNonce,
      ageMs,
    }
  } catch {
    return unreadable
  }
}

/** EIP-7702 accounts have a 23-byte designator as code, but sign and count nonces like any other account. */
function isContractCode(code: unknown): boolean {
  return typeof code === 'string' && code.length > 2 && !code.toLowerCase().startsWith('0xef0100')
}
