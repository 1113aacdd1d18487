import { isSameAddress } from '@secure-payment/core/evm'
import { findNetwork } from '@secure-payment/core/networks'
import { type AttemptRecord, isLastAttempt } from '../machine/attemptRecord.ts'
import type { Fact, NoteFact } from '../machine/fact.ts'
import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import { type Provider, readAccounts, readChainId } from '../wallets/provider.ts'
import { faultNote, readWalletFault } from '../wallets/walletError.ts'
import { remember, updateAttempt } from './attempts.ts'
import { isSameFee, readBatchFee } from './batchFee.ts'
import { createChainReader } from './chainReader.ts'
import { isHash, readQuantity, sourceOf } from './chainRecords.ts'
import { findPayment } from './findPayment.ts'
import { earlierAttempts, findSent, knownHashes } from './findSent.ts'
import { leastAt } from './paidItems.ts'
import type { CallsPart } from './parts.ts'
import type { Prepared } from './rail.ts'
import { isSamePayment } from './readPayment.ts'
import { PaymentRefusedError } from './refusals.ts'
import { quantity, sendCall } from './sendCall.ts'
import type { Session, Task } from './session.ts'

/** The maximum size of stored calldata; of larger calldata, only the hash is stored. */
const MAX_STORED_DATA = 8 * 1024 * 2

/** Ends the payment before the wallet's request. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked'
  readonly facts: readonly Fact[]

  constructor(...facts: readonly Fact[]) {
    super('The wallet was not asked.')
    this.facts = facts
  }
}

/** A wallet request in place of an ordinary transaction. */
type Request = CallsPart['askForCalls']

/** The parts of an EVM payment that differ by rail. */
export type PayParts = {
  /** Returns the transactions to sign, with a current price. Throws NotAsked. */
  readonly renew?: (
    task: Task,
    verified: VerifiedPayment,
    attemptId: string,
  ) => Promise<VerifiedPayment>
  /** Loads the request for the wallet; undefined for an ordinary transaction. */
  readonly loadRequest?: (
    session: Session,
    verified: VerifiedPayment,
  ) => Promise<Request | undefined>
  /** Whether the account's signature may replace an approval; true by default. */
  readonly canPermit?: boolean
}

/**
 * Requests the payment from the wallet, once. It first checks, in this order:
 * - the service still accepts the payment;
 * - wallet and account are those of the review;
 * - no earlier payment is on chain;
 * - the record is stored.
 *
 * From the moment of the call, only proof leads to "not sent". -> renewed, sent, not_sent, lost or server.
 */
export async function pay(
  { session, signal, tell }: Task,
  attemptId: string,
  { renew = async (_, verified) => verified, loadRequest = loadCalls }: PayParts = {},
): Promise<void> {
  try {
    const { provider, verified: prepared, from } = payer(session, attemptId)
    const verified = await renew({ session, signal, tell }, prepared, attemptId)
    if (verified === prepared) await assertWanted(session, { verified, from }, attemptId, signal)
    else tell({ type: 'renewed', attemptId, verified })
    await assertWallet(provider, verified, from, attemptId)
    // The code loads before the wallet receives a request: if its chunk is missing, certainly no payment was sent.
    const request = await loadRequest(session, verified)
    const isByNonce = request === undefined
    const record = await recordSigning(session, { verified, from, isByNonce }, attemptId, signal)
    await assertUnpaid(session, verified, record, signal)
    const nonce = await contestedNonce(session, record)
    if (!isCurrent(session, attemptId)) throw new NotAsked(notSent(attemptId, 'account_changed'))
    const task = { session, signal, tell }
    if (request === undefined) await ask(task, provider, verified, record, nonce)
    else await request(task, provider, verified, record)
  } catch (error) {
    if (signal.aborted) return
    const facts = error instanceof NotAsked ? error.facts : [notSent(attemptId, codeOf(error))]
    if (facts.some((fact) => fact.type === 'not_sent')) {
      await remember(session, attemptId, { phase: 'abandoned' })
    }
    for (const fact of facts) tell(fact)
  }
}

/** Loads the request for a signature, or for all calls at once, if either replaces the payment's transactions. */
async function loadCalls(session: Session, { separate, signed }: VerifiedPayment) {
  if (signed) return (await session.parts.signed()).askToSign
  return separate && (await session.parts.calls()).askForCalls
}

/**
 * Sends the wallet its request. Never throws once the wallet has it: a failure of this code must not be reported as "not
 * sent".
 */
async function ask(
  { session, tell }: Task,
  provider: Provider,
  verified: VerifiedPayment,
  record: AttemptRecord,
  nonce: number | null,
): Promise<void> {
  const attemptId = record.id
  const call = {
    ...sendCall(record, verified.pay.transaction),
    ...(nonce === null ? {} : { nonce: quantity(BigInt(nonce)) }),
  }
  try {
    const hash = await provider.request({ method: 'eth_sendTransaction', params: [call] })
    if (isHash(hash)) {
      tell({ type: 'sent', attemptId, hash })
      return
    }
    await remember(session, attemptId, { lastError: 'no_hash' })
    tell({ type: 'lost', attemptId })
  } catch (error) {
    const fault = readWalletFault(error)
    if (fault !== 'unknown' && fault !== 'unknown_chain') {
      await remember(session, attemptId, { phase: 'abandoned' })
      tell({ type: 'not_sent', attemptId, note: faultNote(fault) })
      return
    }
    await remember(session, attemptId, { lastError: 'wallet_error' })
    tell({ type: 'lost', attemptId })
  }
}

/** Returns the wallet, its account and the prepared transactions. Throws NotAsked. */
export function payer(
  session: Session,
  attemptId: string,
): Prepared & { readonly provider: Provider } {
  const { provider } = session
  const { verified, account } = session.state()
  if (provider === null || verified === null || account === null) {
    throw new NotAsked(notSent(attemptId, 'wallet_gone'))
  }
  return { provider, verified, from: account.address }
}

/**
 * Checks the payment with the service one last time. Throws NotAsked when the payment is paid, in progress on another device, expired
 * or changed.
 */
export async function assertWanted(
  session: Session,
  prepared: Prepared,
  attemptId: string,
  signal: AbortSignal,
): Promise<void> {
  const answer = await session.api.metadata({ signal })
  if (answer.kind === 'completed') throw new NotAsked({ type: 'server', answer })
  if (answer.kind === 'processing') {
    throw new NotAsked(notSent(attemptId, 'payment_changed'), { type: 'server', answer })
  }
  if (answer.kind === 'unavailable') {
    const isPassing = ['offline', 'server', 'rate_limited'].includes(answer.reason)
    const code = isPassing ? 'service_unavailable' : 'payment_changed'
    throw new NotAsked(notSent(attemptId, code), { type: 'server', answer })
  }
  const { payment } = answer
  await assertBatchFee(session, prepared.verified, attemptId, signal)
  const again = await (await session.rail()).verify(session, prepared, payment)
  if (!isSamePayment(prepared.verified.review, again.review)) {
    throw new NotAsked(notSent(attemptId, 'payment_changed'))
  }
}

/**
 * A batch is paid only after its contract itself returned the fee: a higher fee reverts, or spends more than was
 * shown. Throws NotAsked.
 */
async function assertBatchFee(
  session: Session,
  { items, batchFee }: VerifiedPayment,
  attemptId: string,
  signal: AbortSignal,
): Promise<void> {
  if (items.length < 2 || batchFee === undefined) return
  const read = await readBatchFee({ session, signal })
  if (read === null) throw new NotAsked(notSent(attemptId, 'chain_unavailable'))
  if (!isSameFee(read, batchFee)) throw new NotAsked(notSent(attemptId, 'payment_changed'))
}

/** The wallet must be on the network, with the account that was reviewed. Throws NotAsked. */
export async function assertWallet(
  provider: Provider,
  { network }: VerifiedPayment,
  from: string,
  attemptId: string,
): Promise<void> {
  const chainId = readChainId(await provider.request({ method: 'eth_chainId' }))
  if (chainId !== network.chainId) {
    throw new NotAsked(notSent(attemptId, 'switch_failed', { network: network.name }))
  }
  const accounts = readAccounts(await provider.request({ method: 'eth_accounts' }))
  const isConnected = accounts.some((account) => account.toLowerCase() === from.toLowerCase())
  if (!isConnected) throw new NotAsked(notSent(attemptId, 'account_changed'))
}

/** The record precedes the wallet's request: after a crash, the next page load can search for the payment. */
async function recordSigning(
  session: Session,
  { verified, from, isByNonce }: Prepared & { readonly isByNonce: boolean },
  attemptId: string,
  signal: AbortSignal,
): Promise<AttemptRecord> {
  const { network, pay: step, calldataHash, review } = verified
  const reader = createChainReader(sourceOf(session, network, signal))
  const [count, head] = await Promise.all([
    reader.read('eth_getTransactionCount', [from, 'pending']),
    reader.read('eth_blockNumber', []),
  ])
  const nonce = readQuantity(count)
  const blockBefore = readQuantity(head)
  if (nonce === null || blockBefore === null) {
    throw new NotAsked(notSent(attemptId, 'chain_unavailable'))
  }
  const { to, data, value } = step.transaction
  const record = await updateAttempt(session, attemptId, {
    phase: 'signing',
    from,
    stepIndex: review.steps.length - 1,
    // For a contract account, the nonce proves nothing, and calls may come from another account.
    nonce: isByNonce ? Number(nonce) : null,
    ...(verified.separate && { steps: ['pay'], stepIndex: 0, callsId: callsIdOf(attemptId) }),
    ...verified.signed?.record,
    blockBefore: Number(blockBefore),
    to,
    valueHex: quantity(value),
    calldataHash,
    data: data.length <= MAX_STORED_DATA ? data : null,
  })
  if (record === null) throw new NotAsked(notSent(attemptId, 'storage_failed'))
  session.hint(attemptId)
  return record
}

/** After an earlier attempt, searches the chain for its payment: the wallet may have sent it. */
async function assertUnpaid(
  session: Session,
  verified: VerifiedPayment,
  record: AttemptRecord,
  signal: AbortSignal,
): Promise<void> {
  const known = knownHashes(session)
  const all = await earlierAttempts(session, record)
  const other = await findSent(session, record, all, signal)
  if (other !== null) throw await adopt(session, record, other.attempt, other.hash)
  const earlier = all.filter((attempt) => isSameAddress(attempt.from, record.from))
  const last = session.state().payment?.lastAttempt
  const isForeign = last !== null && last !== undefined && !isLastAttempt(record.id, last)
  if (earlier.length === 0 && !isForeign) return
  // The payment always arrives on its own network, regardless of the chain from which it is paid.
  const network = findNetwork(record.destination?.network ?? record.network) ?? verified.network
  const reader = createChainReader(sourceOf(session, network, signal))
  const blocks = earlier.map((attempt) =>
    attempt.network === network.id ? (attempt.blockBefore ?? 0) : 0,
  )
  const since = { ...record, blockBefore: blocks.length === 0 ? null : Math.min(...blocks) }
  const items = verified.items.map((item) => ({
    ...item,
    dueUnits: verified.review.quote ? leastAt(item.amountUnits, record, earlier) : item.amountUnits,
    isConverted: Boolean(item.conversion),
    ...(item.conversion && {
      plainUnits: leastAt(item.conversion.maxToSpendUnits, record, earlier),
    }),
  }))
  const hash = await findPayment(reader, network, since, items, known)
  if (hash !== null) throw new NotAsked({ type: 'sent', attemptId: record.id, hash })
}

/** Continues an earlier attempt whose payment was found: from here on, the current attempt is that payment. */
async function adopt(
  session: Session,
  { id, createdAt, leaseUntil }: AttemptRecord,
  earlier: AttemptRecord,
  hash: string,
): Promise<NotAsked> {
  await (await session.progress()).put({ ...earlier, id, createdAt, leaseUntil })
  return new NotAsked({ type: 'sent', attemptId: id, hash })
}

/**
 * Returns the nonce of this attempt if an earlier one uses it too; otherwise null. The payer may have discarded the earlier attempt without
 * proof while its prompt is still open. The chain can accept only one of the two.
 */
async function contestedNonce(session: Session, record: AttemptRecord): Promise<number | null> {
  const earlier = await earlierAttempts(session, record)
  const isContested = earlier.some(
    ({ from, nonce, network }) =>
      isSameAddress(from, record.from) && nonce === record.nonce && network === record.network,
  )
  return isContested ? record.nonce : null
}

/** Returns whether the machine still waits for the wallet to sign this attempt's payment. */
export function isCurrent(session: Session, attemptId: string): boolean {
  const state = session.state()
  return state.name === 'signing' && state.attemptId === attemptId
}

/** Returns the reason why an error ended the payment: the prepared transactions no longer pay the current payment, or a read failed. */
export function codeOf(error: unknown): 'payment_changed' | 'chain_unavailable' {
  return error instanceof PaymentRefusedError ? 'payment_changed' : 'chain_unavailable'
}

/** Creates the fact that reports that an attempt sent nothing. */
export function notSent(
  attemptId: string,
  code: NoteFact['code'],
  params?: Readonly<Record<string, string>>,
): Extract<Fact, { type: 'not_sent' }> {
  const note = params === undefined ? { code } : { code, params }
  return { type: 'not_sent', attemptId, note }
}

/**
 * Creates the id of a batch before the wallet responds, so that a lost response does no harm. It is hexadecimal, as some wallets
 * require.
 */
function callsIdOf(attemptId: string): string {
  return `0x${attemptId.replaceAll('-', '')}`
}
