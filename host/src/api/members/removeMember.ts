import type { api, Output } from '@secure-payment/core/api'
import { removeMember as takeOut } from '../../auth/members/removeMember.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type Remove = typeof api.members.remove

/**
 * Removes a member of the caller's merchant account, which may be the caller.
 *
 * @throws MemberNotFoundError, LastMemberError
 */
export async function removeMember(
  context: Pick<Context, 'db' | 'now'>,
  { params, caller }: Pick<Call<Remove>, 'params' | 'caller'>,
): Promise<Output<Remove>> {
  await takeOut(context, { tenantId: caller.tenantId, memberId: params.id })
  return { success: true }
}
