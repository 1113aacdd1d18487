import type { RefundCandidate, RefundRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { readCandidates } from './readCandidates.ts'

/** Refunds of these states have moved no money yet. */
const UNPAID = ['open', 'waiting_for_approval', 'processing'] as const
const PAGE_SIZE = '100'
/** The maximum number of requests with unpaid refunds that are read. */
const MOST_READ = 20

/** The refunds that a merchant still has to decide on or to pay. */
export type RefundWork = {
  readonly candidates: readonly RefundCandidate[]
  /** The refunds that can be paid now, at most one page. */
  readonly open: readonly RefundRecord[]
  readonly hasMoreOpen: boolean
  /** The ids of the requests that received more than their amount, until the money has gone back. */
  readonly overpaid: ReadonlySet<string>
}

type Context = Pick<SignedInContext, 'client' | 'now'>

/** Reads the refunds that wait for the merchant. A created refund ends the candidate, but not the overpayment. */
export async function readRefundWork(context: Context, signal: AbortSignal): Promise<RefundWork> {
  const { list } = context.client.refunds
  const [candidates, ...pages] = await Promise.all([
    readCandidates(context, signal),
    ...UNPAID.map((status) => list({ query: { status, limit: PAGE_SIZE } }, { signal })),
  ])
  const [open] = pages
  const unpaid = pages.flatMap(({ refunds }) => refunds.flatMap(({ requestId }) => requestId ?? []))
  const overpaid = candidates.flatMap(({ reason, requestId }) =>
    reason === 'overpaid' ? requestId : [],
  )
  const others = [...new Set(unpaid)].filter((id) => !overpaid.includes(id)).slice(0, MOST_READ)
  const found = await Promise.all(
    others.map((requestId) => context.client.requests.get({ params: { requestId } }, { signal })),
  )
  const waiting = found.filter(({ excessAmount }) => excessAmount !== null)
  return {
    candidates,
    open: open?.refunds ?? [],
    hasMoreOpen: (open?.nextCursor ?? null) !== null,
    overpaid: new Set([...overpaid, ...waiting.map(({ requestId }) => requestId)]),
  }
}
