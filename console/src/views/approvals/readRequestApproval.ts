import type { ApprovalRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'

/** Reads the approval of a request's payout, with every payout; null if it needs none. */
export async function readRequestApproval(
  { client }: Pick<SignedInContext, 'client'>,
  requestId: string,
  signal?: AbortSignal,
): Promise<ApprovalRecord | null> {
  const options = signal ? { signal } : {}
  const { approvals } = await client.approvals.list({ query: { requestId } }, options)
  return approvals[0] ?? null
}
