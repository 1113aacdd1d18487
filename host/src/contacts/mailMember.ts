import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { MAX_MAILS_A_DAY, queueMail } from '../mail/queueMail.ts'

/** The number of a merchant's e-mails per 24 hours that is reserved for changes to sign-ins. */
const RESERVE = 100

/**
 * Sends a member an e-mail about a change to the member's sign-in, if the service sends e-mail and the member has a verified address. The
 * e-mail counts towards the merchant's limit. Part of this limit is reserved for such e-mails, so that notices of many small payments
 * cannot suppress them.
 */
export async function mailMember(
  tx: Tx,
  context: Pick<Context, 'config' | 'now' | 'random' | 'sealer'>,
  facts: {
    tenantId: string
    memberId: string
    subject: string
    paragraphs: readonly string[]
  },
): Promise<void> {
  if (context.config.mail === null) return
  const contact = await tx
    .selectFrom('member_contacts')
    .select('sealed_email')
    .where('member_id', '=', facts.memberId)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  if (contact?.sealed_email == null) return
  const { subject, paragraphs, tenantId } = facts
  const parts = { to: context.sealer.open('email', contact.sealed_email), subject, paragraphs }
  await queueMail(tx, context, parts, { tenantId, cause: null, limit: MAX_MAILS_A_DAY + RESERVE })
}
