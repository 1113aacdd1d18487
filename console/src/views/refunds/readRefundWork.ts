import type { RefundCandidate } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { readCandidates } from './readCandidates.ts'

const PAGE_SIZE = '100'

/** The refunds that a merchant still has to decide on or to pay. */
export type RefundWork = {
  readonly candidates: readonly RefundCandidate[]
  /** The number of refunds that can be paid now, up to the page size. */
  readonly openCount: number
  readonly hasMoreOpen: boolean
}

/** Reads the refunds that wait for the merchant. */
export async function readRefundWork(
  context: Pick<SignedInContext, 'client' | 'now'>,
  signal: AbortSignal,
): Promise<RefundWork> {
  const query = { status: 'open', limit: PAGE_SIZE } as const
  const [candidates, open] = await Promise.all([
    readCandidates(context, signal),
    context.client.refunds.list({ query }, { signal }),
  ])
  return {
    candidates,
    openCount: open.refunds.length,
    hasMoreOpen: open.nextCursor !== null,
  }
}
