import { type api, NOTICES, type Output } from '@secure-payment/core/api'
import { principalOf } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { readContact } from './getContact.ts'
import { lockMember } from './lockMember.ts'

type UpdateContact = typeof api.contact.update

/**
 * Stores the notices that the calling member chooses.
 *
 * @throws CallerRefusedError for a member who has just been removed
 */
export async function updateContact(
  context: Pick<Context, 'config' | 'db' | 'now' | 'sealer'>,
  { body, caller }: Pick<Call<UpdateContact>, 'body' | 'caller'>,
): Promise<Output<UpdateContact>> {
  const chosen = {
    notices: JSON.stringify(NOTICES.filter((notice) => body.notices.includes(notice))),
    updated_at: context.now().toISOString(),
  }
  await context.db.transaction(async (tx) => {
    await lockMember(tx, caller)
    await tx
      .insertInto('member_contacts')
      .values({ member_id: principalOf(caller), tenant_id: caller.tenantId, ...chosen })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(chosen))
      .execute()
  })
  return readContact(context, caller)
}
