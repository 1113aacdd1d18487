import { findNetwork, type Network } from '@secure-payment/core/networks'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import { type ChainReader, createChainReader } from './chainReader.ts'
import {
  comparePayload,
  type Payload,
  readQuantity,
  readTransaction,
  sourceOf,
} from './chainRecords.ts'
import { findByNonce, findPayment, hasPayment, type PaidItem } from './findPayment.ts'
import { paidItems } from './paidItems.ts'
import type { Session, Task } from './session.ts'

/** The result of one chain reading for a payment that has a hash. */
export type ChainFacts = {
  /** The receipt of the hash that is followed; null while it is not mined. */
  readonly receipt: {
    readonly isSuccess: boolean
    readonly confirmations: number
    /** Whether the receipt contains the fee proxy's event with the payment's reference. */
    readonly hasPayment: boolean
  } | null
  /** The comparison of the followed transaction with the record; null if the node does not return the hash. */
  readonly payload: Payload | null
  /** The mined transaction that used the nonce instead; null if there is none. */
  readonly replacement: { readonly hash: string; readonly payload: Payload } | null
  /** The hash of a payment that was found by its event with the reference; null if none was found. */
  readonly paidHash: string | null
}

/** The verdict on the facts. */
export type Verdict =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'mined'; readonly confirmations: number }
  | { readonly kind: 'reverted' }
  | {
      readonly kind: 'replaced'
      readonly hash: string
      readonly change: 'faster' | 'cancelled' | 'different'
    }

const POLL_MS = 1_000
/** A node may be behind the wallet's node: only after this many consecutive misses does a hash count as missing. */
const MISSES_BEFORE_SEARCH = 3

/** Decides a sent payment's state. The payment's own event outweighs every comparison of transactions. */
export function followTransaction(hash: string, facts: ChainFacts): Verdict {
  const { receipt, payload, replacement, paidHash } = facts
  if (receipt !== null) {
    if (!receipt.isSuccess) return { kind: 'reverted' }
    if (receipt.hasPayment || payload === 'same') {
      return { kind: 'mined', confirmations: receipt.confirmations }
    }
    return payload === null
      ? { kind: 'waiting' }
      : { kind: 'replaced', hash, change: changeOf(payload) }
  }
  if (paidHash !== null && paidHash.toLowerCase() !== hash.toLowerCase()) {
    return { kind: 'replaced', hash: paidHash, change: 'faster' }
  }
  if (replacement === null || replacement.hash.toLowerCase() === hash.toLowerCase()) {
    return { kind: 'waiting' }
  }
  return { kind: 'replaced', hash: replacement.hash, change: changeOf(replacement.payload) }
}

/** Follows a sent payment until the operation ends: -> confirmations, reverted or replaced. */
export async function watchTransaction(
  { session, signal, tell }: Task,
  attemptId: string,
  hash: string,
): Promise<void> {
  const record = await (await session.progress()).get(attemptId)
  const network = record === null ? undefined : findNetwork(record.network)
  if (record === null || network === undefined) return
  const reader = createChainReader(sourceOf(session, network, signal))
  let misses = 0
  while (!signal.aborted) {
    const facts = await check(reader, network, record, session, hash, misses).catch(() => null)
    if (facts !== null) {
      misses = facts.payload === null && facts.receipt === null ? misses + 1 : 0
      const verdict = followTransaction(hash, facts)
      if (verdict.kind === 'reverted') {
        tell({ type: 'reverted', hash })
        return
      }
      if (verdict.kind === 'replaced') {
        tell({ type: 'replaced', hash: verdict.hash, change: verdict.change })
        return
      }
      const current = verdict.kind === 'mined' ? verdict.confirmations : 0
      tell({ type: 'confirmations', current, required: required(session, network, hash) })
    }
    await session.wait(POLL_MS, signal)
  }
}

async function check(
  reader: ChainReader,
  network: Network,
  record: AttemptRecord,
  session: Session,
  hash: string,
  misses: number,
): Promise<ChainFacts> {
  // Later descriptions could name another payee or amount than the wallet signed.
  const state = session.state()
  const items = paidItems((state.verified ?? state).payment, record)
  const [receipt, transaction, head] = await Promise.all([
    reader.read('eth_getTransactionReceipt', [hash]),
    readTransaction(reader, hash),
    reader.read('eth_blockNumber', []),
  ])
  const found = {
    receipt: parseReceipt(receipt, head, network, record, items),
    payload: transaction && comparePayload(record, transaction),
    replacement: null,
    paidHash: null,
  }
  const isMissing = transaction === null && found.receipt === null
  if (!isMissing || misses + 1 < MISSES_BEFORE_SEARCH) return found
  // A contract account may have returned a hash that no node will ever have: the payment's own event decides first.
  const paidHash = await findPayment(reader, network, record, items)
  if (paidHash !== null || record.nonce === null) return { ...found, paidHash }
  const count = await reader.read('eth_getTransactionCount', [record.from, 'latest'])
  const latest = readQuantity(count)
  if (latest === null || latest <= record.nonce) return found
  const other = await findByNonce(reader, record)
  const replacement = other && { hash: other.hash, payload: comparePayload(record, other) }
  return { ...found, replacement }
}

function parseReceipt(
  value: unknown,
  head: unknown,
  network: Network,
  record: AttemptRecord,
  items: readonly PaidItem[],
): ChainFacts['receipt'] {
  if (typeof value !== 'object' || value === null) return null
  const { status, blockNumber, logs } = value as Record<string, unknown>
  const block = readQuantity(blockNumber)
  const top = readQuantity(head)
  if (block === null || top === null) return null
  return {
    isSuccess: readQuantity(status) === 1n,
    // Counts the blocks above the payment's own, as the service counts them.
    confirmations: top < block ? 0 : Number(top - block),
    hasPayment: hasPayment(logs, network, record.paymentReferences[0], items),
  }
}

/**
 * Returns the depth that the page sets; otherwise the service's count once it has seen the payment; otherwise the registry's depth for
 * the network.
 */
function required(session: Session, network: Network, hash: string): number {
  const { confirmations } = session.limits
  if (Number.isInteger(confirmations) && confirmations > 0) return confirmations
  const seen = session
    .state()
    .payment?.transactions.find((one) => one.txHash.toLowerCase() === hash.toLowerCase())
  return seen?.requiredConfirmations ?? network.finality.depth
}

function changeOf(payload: Payload): 'faster' | 'cancelled' | 'different' {
  return payload === 'same' ? 'faster' : payload
}
