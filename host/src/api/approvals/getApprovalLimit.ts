import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { readLimit } from '../../requests/commitPayout.ts'
import { formatCents } from './describeApprovals.ts'

type Get = typeof api.approvals.getLimit

/** Returns the approval limit for payouts in the caller's merchant account, and the id of a change that waits for approval. */
export async function getApprovalLimit(
  { db }: Pick<Context, 'db'>,
  { caller }: Pick<Call<Get>, 'caller'>,
): Promise<Output<Get>> {
  const limit = await readLimit(db.kysely, caller.tenantId)
  const waiting = await db.kysely
    .selectFrom('approvals')
    .select('id')
    .where('tenant_id', '=', caller.tenantId)
    .where('status', '=', 'waiting')
    .where('kind', '=', 'limit')
    .executeTakeFirst()
  return { limitInUsd: formatCents(limit), waitingApprovalId: waiting?.id ?? null }
}
