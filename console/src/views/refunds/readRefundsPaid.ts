import type { RefundRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'

const MOST_READ = '100'
/** A refund and its payout are created together; the service writes their times one after the other. */
const TOLERANCE_MS = 60_000

/**
 * Reads the refunds that a page of payouts pays, by the ids of the payouts' requests. `newest` is the latest time of creation on the
 * page. Reads at most the 100 refunds before it: older ones look like other payouts.
 */
export async function readRefundsPaid(
  { client }: Pick<SignedInContext, 'client'>,
  { newest, signal }: { newest: string | undefined; signal: AbortSignal | undefined },
): Promise<ReadonlyMap<string, RefundRecord>> {
  if (newest === undefined) return new Map()
  const toDate = new Date(Date.parse(newest) + TOLERANCE_MS).toISOString()
  const query = { toDate, limit: MOST_READ }
  const { refunds } = await client.refunds.list({ query }, signal ? { signal } : {})
  return new Map(refunds.map((refund) => [refund.refundRequestId, refund]))
}
