import { type api, NOTICES, type Output } from '@secure-payment/core/api'
import { principalOf, type SessionCaller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { parseStoredList } from '../../db/parseStoredList.ts'
import type { Call } from '../../http/implement.ts'

type GetContact = typeof api.contact.get

/** Returns the calling member's address and notices. */
export function getContact(
  context: Pick<Context, 'config' | 'db' | 'now' | 'sealer'>,
  { caller }: Pick<Call<GetContact>, 'caller'>,
): Promise<Output<GetContact>> {
  return readContact(context, caller)
}

/** Reads a member's contact, in the API's format. */
export async function readContact(
  context: Pick<Context, 'config' | 'db' | 'now' | 'sealer'>,
  caller: SessionCaller,
): Promise<Output<GetContact>> {
  const { kysely } = context.db
  const memberId = principalOf(caller)
  const open = (sealed: string | null | undefined) =>
    sealed == null ? null : context.sealer.open('email', sealed)
  const stored = await kysely
    .selectFrom('member_contacts')
    .select(['sealed_email', 'verified_at', 'notices'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const account = await kysely
    .selectFrom('accounts')
    .select('sealed_email')
    .where('id', '=', caller.accountId ?? '')
    .executeTakeFirst()
  const pending = await kysely
    .selectFrom('mail_codes')
    .select('sealed_email')
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.now().toISOString())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const verified = stored?.verified_at == null ? null : open(stored.sealed_email)
  const chosen = parseStoredList(stored?.notices ?? '[]')
  return {
    email: open(account?.sealed_email) ?? verified,
    isVerified: verified !== null,
    pendingEmail: open(pending?.sealed_email),
    notices: NOTICES.filter((notice) => chosen.includes(notice)),
    sendsMail: context.config.mail !== null,
  }
}
