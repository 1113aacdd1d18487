import type { api, Output } from '@secure-payment/core/api'
import { principalOf } from '../../auth/caller.ts'
import { changeRole } from '../../auth/members/changeRole.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type Update = typeof api.members.update

/**
 * Changes the role of a member, who may be the caller, in the caller's merchant account.
 *
 * @throws MemberNotFoundError, LastOwnerError, ScopeMissingError, OwnerOnlyError
 */
export async function updateMember(
  context: Pick<Context, 'audit' | 'db' | 'now' | 'random'>,
  { params, body, caller }: Pick<Call<Update>, 'params' | 'body' | 'caller'>,
): Promise<Output<Update>> {
  const { tenantId } = caller
  const by = principalOf(caller)
  await changeRole(context, { tenantId, memberId: params.id, by, role: body.role })
  return { success: true }
}
