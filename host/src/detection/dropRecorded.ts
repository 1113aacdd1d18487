import type { Network } from '@secure-payment/core/networks'
import type { Context } from '../context.ts'
import { among } from '../search/among.ts'
import type { MatchedLog } from '../settlement/detectedPayment.ts'
import { notationOf } from './notationOf.ts'

/** The number of hashes per statement, below both engines' parameter limits. */
const HASHES_A_STATEMENT = 5_000

/**
 * Omits transactions whose payments are all recorded. A second read of their receipts and rates would cost calls. A counted payment must
 * also not be revoked because a state has been pruned since. A transaction with any unrecorded log keeps all of its logs, because their
 * amounts are decided together.
 */
export async function dropRecorded(
  context: Pick<Context, 'db'>,
  network: Network,
  matches: readonly MatchedLog[],
): Promise<readonly MatchedLog[]> {
  if (matches.length === 0) return matches
  const notation = notationOf(network)
  const byHash = Map.groupBy(matches, ({ log }) => notation.txHash(log.transactionHash))
  const recorded = await readRecorded(context, network, [...byHash.keys()])
  return [...byHash].flatMap(([txHash, ofTransaction]) => {
    const isKnown = ofTransaction.every(
      ({ log, isCredited }) => isCredited && recorded.has(`${txHash}:${log.logIndex}`),
    )
    return isKnown ? [] : ofTransaction
  })
}

async function readRecorded(
  { db }: Pick<Context, 'db'>,
  network: Network,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const recorded = new Set<string>()
  for (let at = 0; at < hashes.length; at += HASHES_A_STATEMENT) {
    const rows = await db.kysely
      .selectFrom('payments')
      .select(['tx_hash', 'log_index'])
      .where('network', '=', network.id)
      .where(among(db.dialect, 'tx_hash', hashes.slice(at, at + HASHES_A_STATEMENT)))
      .execute()
    for (const row of rows) recorded.add(`${row.tx_hash}:${row.log_index}`)
  }
  return recorded
}
