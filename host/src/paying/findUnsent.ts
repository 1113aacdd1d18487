import type { Context } from '../context.ts'
import { readOptions } from '../requests/requestOptions.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { type Reported, sentKey } from './cancelObstacles.ts'
import { isSent } from './isSent.ts'

/** The maximum number of simultaneous lookups. */
const LOOKUPS_AT_ONCE = 10

/**
 * Returns the keys of the reported transactions that the nodes do not have; none if one of the reports may pay one of the requests. Queries
 * the nodes, so the caller holds no lock.
 */
export async function findUnsent(
  context: Pick<Context, 'chains' | 'db' | 'log'>,
  { doubts, requests }: { doubts: readonly Reported[]; requests: readonly WholeRequest[] },
): Promise<ReadonlySet<string>> {
  const unsent = new Set<string>()
  const accepting = requests.filter(({ option_count }) => option_count > 0)
  const options = await readOptions(
    context.db.kysely,
    accepting.map(({ id }) => id),
  )
  const payable = [...requests, ...[...options.values()].flat()]
  for (let at = 0; at < doubts.length; at += LOOKUPS_AT_ONCE) {
    const some = doubts.slice(at, at + LOOKUPS_AT_ONCE)
    const sent = await Promise.all(some.map((report) => isSent(context, payable, report)))
    // One transaction that may pay is enough, so the others are not looked up.
    if (sent.includes(true)) return new Set()
    for (const report of some) unsent.add(sentKey(report))
  }
  return unsent
}
