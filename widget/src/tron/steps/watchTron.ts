import { formatAmount } from '@secure-payment/core'
import { findNetwork, type Network } from '@secure-payment/core/networks'
import type { TronTransaction } from '@secure-payment/core/tron'
import type { TronNoteCode } from '../../codes.ts'
import type { Fact, NoteFact } from '../../machine/fact.ts'
import type { Task } from '../../steps/session.ts'
import { broadcastTron, type TronDelivery } from './broadcastTron.ts'
import { nodeOf, type TronInfo, type TronNode } from './createTronNode.ts'
import { describeTime } from './describeTime.ts'
import type { SignedTron } from './signTron.ts'

/** The chain's state of a payment whose id is known, from one reading. */
export type TronFacts = {
  /** The transaction's data from a solid block, which can no longer be reverted; null if none contains it. */
  readonly solid: TronInfo | null
  /** The transaction's data from any block; null if none contains it. */
  readonly mined: TronInfo | null
  /** Whether a node has the transaction, in a block or pending. */
  readonly isKnown: boolean
  /** The number of the newest block. */
  readonly headNumber: number
  /** Whether the transaction has expired by the solid blocks' clock, and no solid block contains it. */
  readonly isOver: boolean
}

/** The payment's state as `judgeTron` derives it. */
export type TronVerdict =
  | { readonly kind: 'final'; readonly isSuccess: boolean; readonly info: TronInfo }
  | { readonly kind: 'mined'; readonly confirmations: number; readonly isSuccess: boolean }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'over' }

const POLL_MS = 1_000
/** The interval at which the page resends a transaction that no node has. */
const RESEND_MS = 3_000

/**
 * Decides a payment's state. Only a block that can no longer be reverted ends it, as paid or failed. Before
 * that, a failed transaction could still succeed in another block, and a second payment would be a double
 * payment.
 */
export function judgeTron(facts: TronFacts): TronVerdict {
  const { solid, mined, isKnown, headNumber, isOver } = facts
  if (solid !== null) return { kind: 'final', isSuccess: solid.isSuccess, info: solid }
  if (mined !== null) {
    const confirmations = Math.max(0, headNumber - mined.blockNumber)
    return { kind: 'mined', confirmations, isSuccess: mined.isSuccess }
  }
  if (isOver) return { kind: 'over' }
  return { kind: isKnown ? 'waiting' : 'missing' }
}

/**
 * Brings a signed payment onto the chain, even after the payer has left, and follows it to its end: -> confirmations, reverted or dropped.
 */
export async function watchTron(task: Task, attemptId: string, hash: string): Promise<void> {
  const { session, signal, tell } = task
  const record = await (await session.progress()).get(attemptId)
  const network = record === null ? undefined : findNetwork(record.network)
  if (record === null || network === undefined) return
  const node = nodeOf(session, session.state().payment, network, signal)
  const transaction = record.tron?.txID === hash ? record.tron : null
  const sender = createSender(task, node, transaction)
  while (!signal.aborted) {
    const facts = await check(node, hash, transaction).catch(() => null)
    signal.throwIfAborted()
    const verdict = facts === null ? null : judgeTron(facts)
    if (verdict === null || verdict.kind === 'missing') await sender.send()
    const end = sender.isUnsigned() ? UNSIGNED : endOf(verdict, hash, network)
    if (end !== null) {
      tell(end)
      return
    }
    const progress = progressOf(verdict, network, sender.note())
    if (progress !== null) tell(progress)
    if (verdict?.kind === 'final') return
    await session.wait(POLL_MS, signal)
  }
}

const UNSIGNED: Fact = { type: 'dropped', params: { reason: 'signature' } }

function endOf(verdict: TronVerdict | null, hash: string, network: Network): Fact | null {
  if (verdict?.kind === 'over') return { type: 'dropped', params: { reason: 'expired' } }
  if (verdict?.kind !== 'final' || verdict.isSuccess) return null
  const { feeSun, outcome } = verdict.info
  const fee = formatAmount(feeSun, network.nativeCurrency.decimals)
  return { type: 'reverted', hash, params: { fee, reason: outcome } }
}

function progressOf(
  verdict: TronVerdict | null,
  network: Network,
  note: NoteFact | null,
): Fact | null {
  const required = network.finality.depth
  const told = (current: number, said: NoteFact | null): Fact => {
    return { type: 'confirmations', current, required, note: said }
  }
  switch (verdict?.kind) {
    case 'final':
      return told(required, null)
    case 'mined':
      // The last confirmation counts only once the block is solid.
      return verdict.isSuccess
        ? told(Math.min(verdict.confirmations, required - 1), null)
        : told(0, FAILING)
    case 'waiting':
      return told(0, null)
    case 'missing':
    case undefined:
      return told(0, note)
    case 'over':
      return null
    default:
      return verdict satisfies never
  }
}

const FAILING: NoteFact = { code: 'tron_failing' }

async function check(
  node: TronNode,
  hash: string,
  transaction: TronTransaction | null,
): Promise<TronFacts> {
  const [solid, mined, isKnown, head] = await Promise.all([
    // Without the solid blocks, no payment ends, but everything else continues.
    node.info(hash, 'walletsolidity').catch(() => null),
    node.info(hash, 'wallet'),
    node.hasTransaction(hash, 'wallet'),
    node.block('wallet'),
  ])
  const mayBeOver = solid === null && mined === null && transaction !== null
  const isOver = mayBeOver && (await hasPassed(node, transaction, head.timestampMs))
  return { solid, mined, isKnown, headNumber: Number(head.number), isOver }
}

/**
 * Returns whether a transaction can never be executed: the clock of the solid blocks has passed its expiry, and none of them
 * contains it. A node that does not respond proves nothing.
 */
export async function hasPassed(
  node: TronNode,
  { txID, raw_data: { expiration } }: TronTransaction,
  headMs: number,
): Promise<boolean> {
  if (headMs <= expiration) return false
  try {
    const solid = await node.block('walletsolidity')
    // Reads the transaction after the clock: a block in between could contain it.
    return solid.timestampMs > expiration && !(await node.hasTransaction(txID, 'walletsolidity'))
  } catch {
    return false
  }
}

/** Creates a sender of the signed transaction. It sends at most once per `RESEND_MS`, and keeps the last response. */
function createSender(
  { session, signal }: Task,
  node: TronNode,
  transaction: TronTransaction | null,
) {
  const signed = isSigned(transaction) ? transaction : null
  let delivery: TronDelivery | null = null
  let sentAt = Number.NEGATIVE_INFINITY
  return {
    isUnsigned: () => delivery === 'bad_signature',
    note: () => noteOf(delivery, transaction),
    async send(): Promise<void> {
      if (signed === null || session.now() - sentAt < RESEND_MS) return
      sentAt = session.now()
      delivery = await broadcastTron(session, node, signed, signal)
    },
  }
}

function isSigned(transaction: TronTransaction | null): transaction is SignedTron {
  return transaction?.signature !== undefined
}

function noteOf(
  delivery: TronDelivery | null,
  transaction: TronTransaction | null,
): NoteFact | null {
  const code = delivery === null ? undefined : NOTES[delivery]
  if (code === undefined || transaction === null) return null
  const params = { time: describeTime(transaction.raw_data.expiration) }
  return { code, params, tone: code === 'tron_no_resources' ? 'error' : 'info' }
}

const NOTES: { readonly [D in TronDelivery]?: TronNoteCode } = {
  busy: 'tron_busy',
  refused: 'tron_not_taken',
  no_resources: 'tron_no_resources',
}
