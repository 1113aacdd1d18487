import type { api, Output } from '@secure-payment/core/api'
import { principalOf } from '../../auth/caller.ts'
import { removeMember as takeOut } from '../../auth/members/removeMember.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type Remove = typeof api.members.remove

/**
 * Removes a member, who may be the caller, from the caller's merchant account.
 *
 * @throws MemberNotFoundError, LastMemberError, LastOwnerError, ScopeMissingError, OwnerOnlyError
 */
export async function removeMember(
  context: Pick<Context, 'audit' | 'db' | 'now' | 'random'>,
  { params, caller }: Pick<Call<Remove>, 'params' | 'caller'>,
): Promise<Output<Remove>> {
  await takeOut(context, {
    tenantId: caller.tenantId,
    memberId: params.id,
    by: principalOf(caller),
  })
  return { success: true }
}
