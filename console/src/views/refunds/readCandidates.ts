import type { RefundCandidate } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'

/** A request that last changed earlier causes no warning, and stays on the refunds screen. */
const WITHIN_MS = 14 * 24 * 60 * 60 * 1_000
const MOST = '100'

/** Reads the requests from the last 14 days that may need a refund, the most recently changed first. */
export async function readCandidates(
  { client, now }: Pick<SignedInContext, 'client' | 'now'>,
  signal: AbortSignal,
): Promise<readonly RefundCandidate[]> {
  const fromDate = new Date(now() - WITHIN_MS).toISOString()
  const query = { fromDate, limit: MOST } as const
  return (await client.refunds.candidates({ query }, { signal })).candidates
}
