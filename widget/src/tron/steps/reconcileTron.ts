import { findNetwork } from '@secure-payment/core/networks'
import type { TronTransaction } from '@secure-payment/core/tron'
import type { Reconciliation } from '../../machine/fact.ts'
import type { Task } from '../../steps/session.ts'
import { nodeOf, type TronNode } from './createTronNode.ts'

const POLL_MS = 3_000

/**
 * Polls for a payment whose wallet returned no signature: -> reconciled. The wallet only signs and this page sends,
 * so a transaction that no node has was not sent. If the wallet sends it after all, no second payment follows: the
 * next attempt reuses the transaction, or waits until it expires (see `payTron`).
 */
export async function reconcileTron(task: Task, attemptId: string): Promise<void> {
  const { session, signal, tell } = task
  while (!signal.aborted) {
    const record = await (await session.progress()).get(attemptId)
    const network = record === null ? undefined : findNetwork(record.network)
    const result: Reconciliation =
      record?.tron === undefined || network === undefined
        ? { kind: 'unreachable' }
        : await judge(nodeOf(session, session.state().payment, network, signal), record.tron)
    signal.throwIfAborted()
    tell({ type: 'reconciled', result })
    if (result.kind === 'found') return
    await session.wait(POLL_MS, signal)
  }
}

async function judge(
  node: TronNode,
  { txID, signature }: TronTransaction,
): Promise<Reconciliation> {
  // `watchTron` follows a signed transaction, and sends it again.
  if (signature !== undefined) return { kind: 'found', hash: txID }
  try {
    const isKnown = await node.hasTransaction(txID, 'wallet')
    return isKnown ? { kind: 'found', hash: txID } : { kind: 'not_sent' }
  } catch {
    return { kind: 'unreachable' }
  }
}
