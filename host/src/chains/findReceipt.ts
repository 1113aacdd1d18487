import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { ReceiptOutcome } from './chainClient.ts'
import { unwrap } from './createAsk.ts'
import { ChainUnavailableError, NodeError } from './errors.ts'
import type { RpcNode } from './openRpcNode.ts'
import { MalformedAnswerError, parseQuantity } from './wire.ts'

const DEADLINE_MS = 8_000

/**
 * Queries every node for a transaction's receipt, so that one lagging node does not hide it. If nodes contradict each other, a success
 * counts, because the watcher verifies the payment anyway. Null if no node has the receipt.
 *
 * @throws ChainUnavailableError when no node responded
 */
export async function findReceipt(
  { network, nodes }: { network: Network; nodes: readonly RpcNode[] },
  hash: Hex,
): Promise<ReceiptOutcome | null> {
  const calls = [{ method: 'eth_getTransactionReceipt', params: [hash] }]
  const answers = await Promise.allSettled(
    nodes.map(async (node) => {
      const [result] = unwrap(await node.send(calls, DEADLINE_MS), undefined)
      return toOutcome(result, { node: node.name, hash })
    }),
  )
  const answered = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value] : [],
  )
  if (answered.length === 0) {
    const cause = answers.find((answer) => answer.status === 'rejected')?.reason
    const reason = cause instanceof Error ? cause.message : 'no node is configured'
    throw new ChainUnavailableError(network.id, reason, { cause })
  }
  const found = answered.filter((outcome) => outcome !== null)
  return found.find(({ succeeded }) => succeeded) ?? found[0] ?? null
}

function toOutcome(
  result: unknown,
  { node, hash }: { node: string; hash: Hex },
): ReceiptOutcome | null {
  if (result === null) return null
  if (typeof result !== 'object' || !('status' in result) || !('blockNumber' in result)) {
    throw new MalformedAnswerError('a receipt without a status')
  }
  if (!('transactionHash' in result) || result.transactionHash !== hash.toLowerCase()) {
    throw new NodeError(node, `returned the receipt of a transaction other than ${hash}`)
  }
  if (result.blockNumber === null) return null
  return {
    succeeded: parseQuantity(result.status, 'receipt.status') === 1n,
    blockNumber: parseQuantity(result.blockNumber, 'receipt.blockNumber'),
  }
}
