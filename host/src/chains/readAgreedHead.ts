import type { Network } from '@secure-payment/core/networks'
import type { Head } from './chainClient.ts'
import { confirmedHeight } from './confirmedHeight.ts'
import { unwrap } from './createAsk.ts'
import type { RpcNode } from './openRpcNode.ts'
import { headCalls, readHead } from './readHead.ts'
import { blockCall } from './readLogs.ts'

/** The deadline is short, because the watcher waits for the slowest node. */
const DEADLINE_MS = 3_000

/**
 * Queries every node for its tip and returns the highest tip that most of the configured nodes have reached. Tips are compared by the
 * highest block whose payments count. A stalled node does not hold the tip back, and a single node cannot advance it. Null if too few
 * respond.
 */
export async function readAgreedHead(
  { nodes }: { nodes: readonly RpcNode[] },
  watched: bigint | undefined,
  confirmedBy: Network['finality'],
): Promise<Head | null> {
  const calls = [...headCalls(confirmedBy), ...(watched === undefined ? [] : [blockCall(watched)])]
  const answers = await Promise.allSettled(
    nodes.map(async (node) =>
      readHead(unwrap(await node.send(calls, DEADLINE_MS), 'keep'), node, confirmedBy),
    ),
  )
  const heads = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const heightOf = (head: Head) => confirmedHeight(head, confirmedBy) ?? 0n
  const highestFirst = heads.sort((a, b) => (heightOf(a) < heightOf(b) ? 1 : -1))
  return highestFirst[Math.floor(nodes.length / 2)] ?? null
}
