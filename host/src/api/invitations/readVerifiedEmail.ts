import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'

/**
 * Reads an inviting member's verified e-mail address; null without one. A guest sees no unverified address, because an account can
 * claim any address. `memberId`: the wallet's address or the account's id.
 */
export async function readVerifiedEmail(
  kysely: Context['db']['kysely'] | Tx,
  { sealer }: Pick<Context, 'sealer'>,
  memberId: string,
): Promise<string | null> {
  const contact = await kysely
    .selectFrom('member_contacts')
    .select('sealed_email')
    .where('member_id', '=', memberId)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return contact?.sealed_email == null ? null : sealer.open('email', contact.sealed_email)
}
