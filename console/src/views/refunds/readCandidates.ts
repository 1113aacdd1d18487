import type { RefundCandidate } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'

/** A request that last changed earlier causes no warning, and stays on the refunds screen. */
const WITHIN_MS = 14 * 24 * 60 * 60 * 1_000
const MOST = 100
/** One page reads 500 requests, and returns none of those with only dust, which anyone can add. */
const MOST_PAGES = 10

/**
 * Reads the requests from the last 14 days that may need a refund, the most recently changed first. Returns at least the first `MOST`
 * of them, if they are on the first `MOST_PAGES` pages.
 */
export async function readCandidates(
  { client, now }: Pick<SignedInContext, 'client' | 'now'>,
  signal: AbortSignal,
): Promise<readonly RefundCandidate[]> {
  const fromDate = new Date(now() - WITHIN_MS).toISOString()
  const found: RefundCandidate[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < MOST_PAGES && found.length < MOST; pages += 1) {
    const next: { cursor?: string } = cursor === null ? {} : { cursor }
    const query = { fromDate, limit: String(MOST), ...next }
    const page = await client.refunds.candidates({ query }, { signal })
    found.push(...page.candidates)
    cursor = page.nextCursor
    if (cursor === null) break
  }
  return found
}
