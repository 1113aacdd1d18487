import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'

/** Stores an address that its member has verified; notices go there from now on. The member's choice of notices stays unchanged. */
export async function saveVerifiedEmail(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  facts: { tenantId: string; memberId: string; sealedEmail: string },
): Promise<void> {
  const at = now().toISOString()
  const proven = { sealed_email: facts.sealedEmail, verified_at: at, updated_at: at }
  await tx
    .insertInto('member_contacts')
    .values({ member_id: facts.memberId, tenant_id: facts.tenantId, notices: '[]', ...proven })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(proven))
    .execute()
}
