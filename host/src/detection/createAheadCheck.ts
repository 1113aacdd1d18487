import type { ChainClient, Head } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { Context } from '../context.ts'
import type { Cursor } from './cursorRows.ts'

/** A node that is behind usually catches up within this time. After this time, polls fail, so that the operator sees the reason. */
const LAG_MS = 60_000
/** The block counts as gone only after both this time and this many polls, because a clock may jump. */
const GONE_MS = 30 * 60_000
const GONE_POLLS = 30

/**
 * Creates the check for a cursor that is ahead of the nodes: either they are behind, or its block was never on the chain. Returns true once
 * most nodes have lacked the cursor's block for half an hour. Until then, the watcher finds no payments.
 *
 * @throws ChainUnavailableError after the first minute, NodesDisagreeError
 */
export function createAheadCheck(
  context: Pick<Context, 'now'>,
  client: Pick<ChainClient, 'network' | 'getAgreedBlocks'>,
): (cursor: Cursor, head: Head) => Promise<boolean> {
  let sinceMs = 0
  let polls = 0
  return async (cursor, head) => {
    const isAhead = head.watched === null && head.latest.number < cursor.blockNumber
    const nowMs = context.now().getTime()
    if (!isAhead) polls = 0
    if (polls === 0 || nowMs < sinceMs) sinceMs = nowMs
    if (!isAhead) return false
    polls += 1
    const aheadMs = nowMs - sinceMs
    if (aheadMs < LAG_MS) return false
    if (aheadMs >= GONE_MS && polls >= GONE_POLLS) {
      const [block = null] = await client.getAgreedBlocks([cursor.blockNumber])
      if (block === null) return true
    }
    throw new ChainUnavailableError(
      client.network.id,
      `its nodes end before block ${cursor.blockNumber}, up to which payments are recorded`,
    )
  }
}
