import { ZERO_ADDRESS } from '@secure-payment/core/evm'
import { findNetwork, type Network } from '@secure-payment/core/networks'
import {
  type ExpectedSignedPayment,
  encodeIsPaymentUsed,
  hashDomain,
  hashSignedPayment,
  SignedPaymentMismatchError,
  type VerifiedSignedPayment,
  verifySignedPayment,
} from '@secure-payment/core/signed'
import type { ExpectedItem } from '@secure-payment/core/verify'
import type { Calldata } from '../api.ts'
import { ensureDefined } from '../ensureDefined.ts'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { Reconciliation } from '../machine/fact.ts'
import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import { PROMPT_LIFETIME_MS, remember, updateAttempt } from '../steps/attempts.ts'
import { createChainReader } from '../steps/chainReader.ts'
import { readQuantity, sourceOf } from '../steps/chainRecords.ts'
import { findPayment } from '../steps/findPayment.ts'
import { paidItems } from '../steps/paidItems.ts'
import type { CallsRequest } from '../steps/parts.ts'
import { refused } from '../steps/refusals.ts'
import type { Session, Task } from '../steps/session.ts'
import type { Verified } from '../steps/verifyPayment.ts'
import { faultNote, readWalletFault } from '../wallets/walletError.ts'
import { submitSignature } from './submitSignature.ts'

const POLL_MS = 2_000
/** The chain's clock must be past the deadline by this time, because a block before it may still be replaced. */
const EXPIRY_MARGIN_S = 60n

/**
 * Returns the payment with one signature in place of its transactions, if the service offers to send it; the service then pays the network
 * fee. Without an offer, returns the service's reason. Throws PaymentRefusedError if the offer is not exactly the payment.
 */
export function offerSignature(
  session: Session,
  read: Verified,
  { signedPayment, signedPaymentObstacle }: Calldata,
): Verified {
  const { verified, shortOf } = read
  const { account } = session.state()
  if (account === null || account.address === session.noSignaturesOf) return read
  const signed = signedPayment
    ? withSignature(verified, signedPayment, { payer: account.address, nowMs: session.now() })
    : verified
  if (signed !== verified) return { verified: signed, shortOf: shortOf === 'gas' ? null : shortOf }
  if (shortOf !== 'gas') return read
  // The list of ways to pay then counts the network fee.
  session.noSignaturesOf = account.address
  const { symbol } = verified.payment.chain.nativeCurrency
  const params = { symbol, unpaid: String(signedPaymentObstacle ?? 'unavailable') }
  return { ...read, unpaid: { code: 'insufficient_gas', params } }
}

/** A payment that cannot be signed is returned unchanged. `offered` is the service's offer, unchecked. */
function withSignature(
  verified: VerifiedPayment,
  offered: unknown,
  { payer, nowMs }: { payer: string; nowMs: number },
): VerifiedPayment {
  const [item, ...others] = verified.items
  if (item === undefined || others.length > 0) return verified
  const { token } = item
  const isPlain = !item.conversion && !verified.bridge && !verified.review.quote
  if (token === null || !isPlain) return verified
  const expected = expect(verified.network, { ...item, token }, payer, nowMs)
  const signed = verify(expected, offered)
  const { typedData, payment } = signed
  const { contract } = expected.scope
  const record = {
    callsId: hashSignedPayment(expected.scope, payment),
    signed: { contract, deadline: payment.deadlineS },
  }
  const review = { ...verified.review, steps: ['pay'] as const, allowances: [null] }
  return {
    ...verified,
    review: { ...review, isByPermit: false, message: typedData },
    signed: { offer: signed, record, instead: verified },
  }
}

/** Returns the payment as this page shows it, for the contract in the shipped registry. */
function expect(
  { chainId, contracts }: Network,
  {
    token,
    payee,
    amountUnits,
    feeUnits,
    feeAddress,
    paymentReference,
  }: ExpectedItem & {
    token: string
  },
  payer: string,
  nowMs: number,
): ExpectedSignedPayment {
  const contract = contracts.ERC20SignedPayment?.address
  if (contract === undefined) throw refused('calldata_mismatch', { reason: 'contract' })
  return {
    scope: { chainId, contract, permit2: contracts.Permit2?.address ?? null },
    payment: {
      payer,
      token,
      recipient: payee,
      amountUnits,
      feeUnits,
      feeAddress: feeAddress ?? ZERO_ADDRESS,
      reference: paymentReference,
    },
    nowS: nowMs / 1_000,
  }
}

function verify(expected: ExpectedSignedPayment, offered: unknown): VerifiedSignedPayment {
  const { kind, typedData, contract, deadline, salt, permitNonce } = Object(offered)
  try {
    return verifySignedPayment(expected, {
      kind,
      typedData,
      contract,
      deadline,
      salt,
      permitNonce,
    })
  } catch (error) {
    if (!(error instanceof SignedPaymentMismatchError)) throw error
    throw refused('calldata_mismatch', { reason: error.field ?? 'signed_payment' })
  }
}

/**
 * Requests the signature from the wallet, once, and submits it to the service. The caller has stored the attempt. Until the wallet returns
 * a signature, nothing can be paid; from then on, only the chain decides. A service that refuses the signature may still send it. -> called,
 * unbatched or not_sent.
 */
export async function askToSign(
  ...[{ session, signal, tell }, provider, verified, record]: CallsRequest
): Promise<void> {
  const { offer, instead } = ensureDefined(verified.signed, 'The signed payment')
  const attemptId = record.id
  const params = [record.from, JSON.stringify(offer.typedData)]
  let signature: unknown
  try {
    if (!(await isTokensOwn({ session, signal }, verified.network, offer))) {
      session.noSignaturesOf = record.from
      return await payInstead(session, attemptId, instead, tell)
    }
    signature = await provider.request({ method: 'eth_signTypedData_v4', params })
  } catch (error) {
    const fault = readWalletFault(error)
    if (fault !== 'rejected') session.noSignaturesOf = record.from
    if (fault === 'refused') return payInstead(session, attemptId, instead, tell)
    await remember(session, attemptId, { phase: 'abandoned' })
    return tell({ type: 'not_sent', attemptId, note: faultNote(fault) })
  }
  // The record precedes the submission: after a crash, the next page must not request another payment.
  const isStored =
    isSignature(signature) &&
    (await updateAttempt(session, attemptId, { phase: 'broadcast' }).catch(() => null)) !== null
  if (!isSignature(signature) || !isStored) {
    await remember(session, attemptId, { phase: 'abandoned' })
    return tell({ type: 'not_sent', attemptId, note: { code: 'wallet_error' } })
  }
  tell({ type: 'called', attemptId, isSafe: false })
  const isTaken = await submitSignature({ session, signal }, offer, { attemptId, signature })
  // The next attempt pays with transactions.
  if (!isTaken) session.noSignaturesOf = record.from
}

/** Continues the attempt with transactions. */
async function payInstead(
  session: Session,
  attemptId: string,
  instead: VerifiedPayment,
  tell: Task['tell'],
): Promise<void> {
  const { steps } = instead.review
  const record = await (await session.progress()).get(attemptId)
  if (record !== null) {
    const { callsId: _, signed: __, ...plain } = record
    const changed = {
      ...plain,
      phase: 'created',
      steps,
      to: null,
      updatedAt: session.now(),
    } as const
    await (await session.progress()).put(changed)
  }
  tell({ type: 'unbatched', attemptId, verified: instead })
}

/**
 * Returns whether the token itself has the offer's domain, and the payer's nonce. With others, no contract accepts the signature, so the
 * wallet is not asked.
 */
async function isTokensOwn(
  { session, signal }: Pick<Task, 'session' | 'signal'>,
  network: Network,
  { kind, payment, permitNonce, typedData }: VerifiedSignedPayment,
): Promise<boolean> {
  if (kind === 'permit2') return true
  const reader = createChainReader(sourceOf(session, network, signal))
  const call = (data: string) => reader.read('eth_call', [{ to: payment.token, data }, 'latest'])
  const nonces = `0x7ecebe00${payment.payer.slice(2).toLowerCase().padStart(64, '0')}`
  const [separator, nonce] = await Promise.all([
    call('0x3644e515'),
    permitNonce === null ? null : call(nonces),
  ])
  const isNonce = permitNonce === null || readQuantity(nonce) === permitNonce
  return isNonce && separator === hashDomain(typedData.domain)
}

/** A smart account (ERC-1271) chooses the length of its signatures. */
function isSignature(value: unknown): value is string {
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2}){1,4096}$/i.test(value)
}

/**
 * Follows a signed payment until it is on chain, or can no longer be made: the payer cancelled it, or its deadline passed. Neither the
 * service nor the wallet decides, because anyone who has the signature can send the payment. -> sent or not_sent.
 */
export async function followCalls(task: Task, attemptId: string): Promise<void> {
  const { session, signal, tell } = task
  let usedBefore = false
  while (!signal.aborted) {
    const fate = await findFate(task, attemptId)
    if (fate.kind === 'found') return tell({ type: 'sent', attemptId, hash: fate.hash })
    // Nodes may disagree for a moment, so a payment that is used but not visible must be so twice.
    const isOver = fate.kind === 'expired' || (fate.kind === 'used' && usedBefore)
    if (isOver) return tell({ type: 'not_sent', attemptId, note: { code: 'not_sent' } })
    usedBefore = fate.kind === 'used'
    await session.wait(POLL_MS, signal)
  }
}

/** Reconciles an attempt whose request the wallet received before this page was loaded: -> reconciled. */
export async function reconcileCalls(task: Task, attemptId: string): Promise<void> {
  const { session, signal, tell } = task
  while (!signal.aborted) {
    const record = await (await session.progress()).get(attemptId)
    const ageMs = session.now() - (record?.updatedAt ?? 0)
    const fate = await findFate(task, attemptId)
    const result = verdictOf(fate, ageMs)
    tell({ type: 'reconciled', result })
    if (result.kind === 'found' || result.kind === 'not_sent') return
    await session.wait(POLL_MS, signal)
  }
}

/**
 * The record is stored as `broadcast` before the service receives a signature. An earlier record has therefore sent none, and its prompt
 * has disappeared with its page.
 */
function verdictOf(fate: Fate, ageMs: number): Reconciliation {
  switch (fate.kind) {
    case 'found':
      return { kind: 'found', hash: fate.hash }
    case 'expired':
    case 'used':
      return { kind: 'not_sent' }
    case 'waiting':
      return { kind: 'nonce_unused', isPromptGone: ageMs >= PROMPT_LIFETIME_MS }
    case 'unreachable':
      return { kind: 'unreachable' }
    default:
      return fate satisfies never
  }
}

/** The state of a signed payment on chain. `used`: it was made or cancelled, and no payment is visible. */
type Fate =
  | { readonly kind: 'found'; readonly hash: string }
  | { readonly kind: 'used' | 'expired' | 'waiting' | 'unreachable' }

async function findFate({ session, signal }: Task, attemptId: string): Promise<Fate> {
  const record = await (await session.progress()).get(attemptId)
  const network = record === null ? undefined : findNetwork(record.network)
  if (record === null || network === undefined) return { kind: 'unreachable' }
  try {
    const reader = createChainReader(sourceOf(session, network, signal))
    // The state is read before the events: a payment that is made in between is then found.
    const [block, used] = await Promise.all([
      reader.read('eth_getBlockByNumber', ['latest', false]),
      reader.read('eth_call', [readUsed(record), 'latest']),
    ])
    // Later descriptions could name another payee or amount than the payer signed.
    const state = session.state()
    const items = paidItems((state.verified ?? state).payment, record)
    const hash = await findPayment(reader, network, record, items)
    if (hash !== null) return { kind: 'found', hash }
    return { kind: judge(record, readQuantity(Object(block).timestamp), readQuantity(used)) }
  } catch {
    return { kind: 'unreachable' }
  }
}

function readUsed({ callsId, signed }: AttemptRecord) {
  const hash = ensureDefined(callsId, 'The hash of the signed payment')
  const { contract } = ensureDefined(signed, 'The signed payment')
  return { to: contract, data: encodeIsPaymentUsed(hash as `0x${string}`) }
}

function judge(
  { signed }: AttemptRecord,
  nowS: bigint | null,
  used: bigint | null,
): 'used' | 'expired' | 'waiting' | 'unreachable' {
  if (nowS === null || used === null) return 'unreachable'
  if (used !== 0n) return 'used'
  const deadlineS = BigInt(signed?.deadline ?? 0)
  return nowS > deadlineS + EXPIRY_MARGIN_S ? 'expired' : 'waiting'
}
