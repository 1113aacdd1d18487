import { findNetwork } from '@secure-payment/core/networks'
import { ensureDefined } from '../ensureDefined.ts'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { Reconciliation } from '../machine/fact.ts'
import { PROMPT_LIFETIME_MS, remember } from '../steps/attempts.ts'
import { createChainReader } from '../steps/chainReader.ts'
import { isHash, sourceOf } from '../steps/chainRecords.ts'
import { findPayment } from '../steps/findPayment.ts'
import { paidItems } from '../steps/paidItems.ts'
import type { CallsRequest } from '../steps/parts.ts'
import { quantity, sendCall } from '../steps/sendCall.ts'
import type { Session, Task } from '../steps/session.ts'
import type { Provider } from '../wallets/provider.ts'
import { faultNote, readWalletFault } from '../wallets/walletError.ts'
import { type CallsStatus, parseCallsStatus, readAtomic, readCallsId } from './callsAnswers.ts'

/** The timeout of `wallet_getCapabilities`, for which the payer waits: a wallet without the method may never respond. */
const CAPABILITIES_TIMEOUT_MS = 2_000
const STATUS_TIMEOUT_MS = 8_000
const POLL_MS = 2_000

/** Returns whether the wallet executes several calls of an account atomically: all of them or none (EIP-5792). */
export async function canBatch(
  provider: Provider,
  account: string,
  chainId: number,
): Promise<boolean> {
  const params = [account, [quantity(BigInt(chainId))]]
  const call = ask(provider, { method: 'wallet_getCapabilities', params })
  return readAtomic(await bounded(call, CAPABILITIES_TIMEOUT_MS), chainId)
}

/**
 * Requests the approvals and the payment from the wallet in one call, with the id from the record. A wallet that does not accept the
 * batch has sent nothing, and receives one request per call. Never throws once the wallet has the request. -> called, unbatched,
 * not_sent or lost.
 */
export function askForCalls(...request: CallsRequest): Promise<void> {
  return requestCalls(request, taken)
}

/** Requests the calls from a Safe, as `askForCalls` does from a wallet. The Safe proposes them to its signers. */
export function proposeCalls(...request: CallsRequest): Promise<void> {
  return requestCalls(request, proposed)
}

async function requestCalls(
  [{ session, tell }, provider, verified, record]: CallsRequest,
  onTaken: typeof taken,
): Promise<void> {
  const attemptId = record.id
  const { from } = record
  const id = ensureDefined(record.callsId, 'The id of the calls')
  const calls = verified.steps.map(({ transaction: { to, data, value } }) => {
    return { to, data, value: quantity(value) }
  })
  const chainId = quantity(BigInt(record.chainId))
  const batch = { version: '2.0.0', id, from, chainId, atomicRequired: true, calls }
  try {
    const answer = await provider.request({ method: 'wallet_sendCalls', params: [batch] })
    await onTaken(session, record, readCallsId(answer) ?? id, tell)
  } catch (error) {
    const fault = readWalletFault(error)
    if (fault === 'refused') {
      session.hasRefusedCalls = true
      const { separate = verified } = verified
      const { steps } = separate.review
      await remember(session, attemptId, { phase: 'created', steps, to: null })
      tell({ type: 'unbatched', attemptId, verified: separate })
      return
    }
    await unclear(session, attemptId, error, tell)
  }
}

/**
 * Requests that a Safe proposes the payment to its signers. The Safe returns the hash of the proposal, which no node has. Never throws
 * once the wallet has the request. -> called, not_sent or lost.
 */
export async function propose(
  ...[{ session, tell }, provider, { pay }, record]: CallsRequest
): Promise<void> {
  const params = [sendCall(record, pay.transaction)]
  try {
    const hash = await provider.request({ method: 'eth_sendTransaction', params })
    if (isHash(hash)) return await proposed(session, record, hash, tell)
    await remember(session, record.id, { lastError: 'no_hash' })
    tell({ type: 'lost', attemptId: record.id })
  } catch (error) {
    await unclear(session, record.id, error, tell)
  }
}

async function unclear(
  session: Session,
  attemptId: string,
  error: unknown,
  tell: Task['tell'],
): Promise<void> {
  const fault = readWalletFault(error)
  if (fault !== 'unknown' && fault !== 'unknown_chain') {
    await remember(session, attemptId, { phase: 'abandoned' })
    tell({ type: 'not_sent', attemptId, note: faultNote(fault) })
    return
  }
  await remember(session, attemptId, { lastError: 'wallet_error' })
  tell({ type: 'lost', attemptId })
}

/** The wallet has the calls: from here on, their id identifies them. */
async function taken(
  session: Session,
  record: AttemptRecord,
  callsId: string,
  tell: Task['tell'],
): Promise<void> {
  await remember(session, record.id, { phase: 'broadcast', callsId })
  tell({ type: 'called', attemptId: record.id, isSafe: false })
}

/** The Safe has the calls. The element and the service follow them by the proposal's hash. */
async function proposed(
  session: Session,
  record: AttemptRecord,
  safeTxHash: string,
  tell: Task['tell'],
): Promise<void> {
  if (!isHash(safeTxHash)) return taken(session, record, safeTxHash, tell)
  const { id: attemptId, from: wallet, network: chain, option } = record
  await remember(session, attemptId, { phase: 'broadcast', callsId: safeTxHash, safeTxHash })
  const call = { kind: 'safe_intent', attemptId, safeTxHash, wallet, chain } as const
  const progress = await session.progress()
  const now = session.now()
  const { token: symbol, accepted } = option
  const chosen = accepted === undefined ? {} : { option: accepted }
  await progress.enqueue(record.token, { ...call, symbol, ...chosen }, now).catch(() => null)
  tell({ type: 'called', attemptId, isSafe: true })
}

/**
 * Follows calls that the wallet accepted until they become a transaction, or certainly never will. -> sent, not_sent or
 * calls_failed.
 */
export async function followCalls(task: Task, attemptId: string): Promise<void> {
  const { session, signal, tell } = task
  while (!signal.aborted) {
    const fate = await findFate(task, attemptId)
    switch (fate.kind) {
      case 'paid':
        tell({ type: 'sent', attemptId, hash: fate.hash })
        return
      case 'dropped':
        await doubt(session, attemptId)
        tell({ type: 'not_sent', attemptId, note: { code: 'wallet_error' } })
        return
      case 'failed':
        await doubt(session, attemptId)
        tell({ type: 'calls_failed', attemptId })
        return
      case 'waiting':
      case 'unheard':
      case 'unreachable':
        await session.wait(POLL_MS, signal)
        break
      default:
        fate satisfies never
    }
  }
}

/**
 * Reconciles calls, as `reconcileAttempt` reconciles an attempt. Their id, which was stored before the wallet's request, identifies
 * their result.
 */
export async function reconcileCalls(task: Task, attemptId: string): Promise<void> {
  const { session, signal, tell } = task
  while (!signal.aborted) {
    const record = await (await session.progress()).get(attemptId)
    const fate = await findFate(task, attemptId)
    if (fate.kind === 'failed' || fate.kind === 'dropped') await doubt(session, attemptId)
    if (fate.kind === 'failed') {
      tell({ type: 'calls_failed', attemptId })
      return
    }
    const ageMs = session.now() - (record?.updatedAt ?? 0)
    tell({ type: 'reconciled', result: verdictOf(fate, ageMs) })
    if (fate.kind === 'paid' || fate.kind === 'dropped') return
    await session.wait(POLL_MS, signal)
  }
}

/** Only the wallet reports that nothing was paid: the chain is searched before another payment. */
async function doubt(session: Session, attemptId: string): Promise<void> {
  await remember(session, attemptId, { lastError: 'calls_ended' })
}

function verdictOf(fate: Exclude<Fate, { kind: 'failed' }>, ageMs: number): Reconciliation {
  switch (fate.kind) {
    case 'paid':
      return { kind: 'found', hash: fate.hash }
    case 'dropped':
      return { kind: 'not_sent' }
    case 'waiting':
      return { kind: 'pending' }
    case 'unheard':
      return { kind: 'nonce_unused', isPromptGone: ageMs >= PROMPT_LIFETIME_MS }
    case 'unreachable':
      return { kind: 'unreachable' }
    default:
      return fate satisfies never
  }
}

/**
 * The outcome of submitted calls. The payment's event on chain has priority. Other results are:
 * - `unheard`: a wallet that never received the id;
 * - `dropped`: a wallet that abandoned the calls before anything was sent;
 * - `failed`: a transaction that did not pay.
 */
type Fate =
  | { readonly kind: 'paid'; readonly hash: string }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'unheard' }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'unreachable' }

async function findFate({ session, signal }: Task, attemptId: string): Promise<Fate> {
  const record = await (await session.progress()).get(attemptId)
  const network = record === null ? undefined : findNetwork(record.network)
  if (record === null || network === undefined) return { kind: 'unreachable' }
  try {
    // The wallet is queried before the chain: calls that the wallet completes in between are then found on chain.
    const status = await readStatus(session, record)
    const reader = createChainReader(sourceOf(session, network, signal))
    const items = paidItems(session.state().payment, record)
    const hash = await findPayment(reader, network, record, items)
    if (hash !== null) return { kind: 'paid', hash }
    return fateOf(status)
  } catch {
    return { kind: 'unreachable' }
  }
}

/**
 * Returns the meaning of the wallet's status for calls whose payment the chain does not show. A Safe keeps its proposals, and its
 * signers may take days.
 */
function fateOf(status: CallsStatus | 'unheard' | null): Fate {
  if (status === null) return { kind: 'unreachable' }
  if (status === 'unheard') return { kind: 'unheard' }
  if (status.code === 400) return { kind: 'dropped' }
  if (status.code === 500 || status.code === 600) return { kind: 'failed' }
  // The status is 100, or 200 for calls that are mined but not yet visible on the node that was read.
  return { kind: 'waiting' }
}

/** Returns null if the wallet is missing or does not respond. */
async function readStatus(
  session: Session,
  { callsId }: AttemptRecord,
): Promise<CallsStatus | 'unheard' | null> {
  const { provider } = session
  if (provider === null || callsId === undefined) return null
  const call = ask(provider, { method: 'wallet_getCallsStatus', params: [callsId] })
  const caught = call.catch((error: unknown) => (isUnknownId(error) ? UNHEARD : null))
  const answer = await bounded(caught, STATUS_TIMEOUT_MS)
  return answer === UNHEARD ? 'unheard' : parseCallsStatus(answer)
}

const UNHEARD = Symbol('unheard')

/** Returns whether an error has the code of EIP-5792 for an unknown bundle id, 5730. */
function isUnknownId(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 5730
}

/** Queries the wallet; a wallet that throws synchronously, instead of returning a promise, counts as one that responded. */
async function ask(provider: Provider, call: Parameters<Provider['request']>[0]): Promise<unknown> {
  return provider.request(call)
}

/** Returns null if the wallet fails, or times out. */
async function bounded(call: Promise<unknown>, ms: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ms)
  return Promise.race([call.catch(() => null), promise]).finally(() => clearTimeout(timer))
}
