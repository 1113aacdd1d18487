import type { RefundCandidate } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'

/** The age in milliseconds up to which a request causes a warning; older ones remain on the refunds screen. */
const WITHIN_MS = 14 * 24 * 60 * 60 * 1_000
const MOST = 100
/** For one page, the service reads 500 requests, and omits those with only dust, which anyone can send. */
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
