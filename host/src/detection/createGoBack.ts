import { NodesDisagreeError } from '../chains/errors.ts'
import type { NetworkConfig } from '../config.ts'
import type { Context } from '../context.ts'
import type { Lease } from '../leases/leases.ts'
import { revokePayments } from '../payments/revokePayments.ts'
import type { Cursor } from './cursorRows.ts'
import { findCanonicalCursor } from './findCanonicalCursor.ts'

/** The number of consecutive polls that must miss the cursor's block before payments are revoked. */
const ORPHANED_POLLS = 3

type GoBackContext = Pick<Context, 'db' | 'now' | 'random' | 'log' | 'config' | 'chains'>

/** `orphans.polls`: the number of consecutive polls at which most nodes had another block; 0 again once a poll finds the cursor's block. */
type GoBackHooks = {
  orphans: { polls: number }
  tell: (recorded: { eventCount: number }) => void
}

/**
 * Handles a cursor whose block seems orphaned: moves the cursor back to the last recorded block that is still on the chain. Payments are
 * revoked only when most of the configured nodes have another block there at consecutive polls; until then the cursor stays. A node that
 * does not respond does not count as agreement. `isGone` is true if most nodes have lacked the block for a long time; the check is then
 * skipped.
 *
 * @throws NodesDisagreeError from the returned function, until most nodes agree
 */
export function createGoBack(
  context: GoBackContext,
  { network }: Pick<NetworkConfig, 'network'>,
  { orphans, tell }: GoBackHooks,
): (lease: Lease, cursor: Cursor, options?: { isGone: boolean }) => Promise<void> {
  const client = context.chains.get(network.id)

  async function assertOrphaned(cursor: Cursor): Promise<void> {
    const everywhere = await client.getBlockEverywhere(cursor.blockNumber)
    const others = everywhere.filter((block) => block !== null && block.hash !== cursor.blockHash)
    // A local chain that was restarted lacks the block entirely, so a missing block counts there too.
    const isOrphaned = network.isLocal
      ? everywhere.every((block) => block?.hash !== cursor.blockHash)
      : others.length * 2 > everywhere.length
    orphans.polls = isOrphaned ? orphans.polls + 1 : 0
    if (isOrphaned && (network.isLocal || orphans.polls >= ORPHANED_POLLS)) return
    const counts = `${others.length} of ${everywhere.length} nodes have another`
    throw new NodesDisagreeError(network.id, `block ${cursor.blockNumber} is in dispute, ${counts}`)
  }

  return async (lease, cursor, { isGone } = { isGone: false }) => {
    if (!isGone) await assertOrphaned(cursor)
    const canonical = await findCanonicalCursor(context, client, cursor)
    const revoked = await revokePayments(context, { network: network.id, lease, cursor: canonical })
    orphans.polls = 0
    tell(revoked)
    context.log.error(
      {
        network: network.id,
        fromBlock: cursor.blockNumber.toString(),
        toBlock: canonical.blockNumber.toString(),
        requestIds: revoked.requestIds,
        paymentCount: revoked.paymentCount,
      },
      'Revoked payments of orphaned blocks',
    )
    if (revoked.offrampIds.length > 0) {
      context.log.error(
        { network: network.id, offrampIds: revoked.offrampIds },
        'Offramps continue although their payments left the chain: settle them with the provider',
      )
    }
  }
}
