import type { api, Output } from '@secure-payment/core/api'
import { principalOf, type SessionCaller } from '../../auth/caller.ts'
import { saveVerifiedEmail } from '../../contacts/saveVerifiedEmail.ts'
import { useMailCode } from '../../contacts/useMailCode.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { queueMail } from '../../mail/queueMail.ts'
import { EmailTakenError } from '../auth/errors.ts'
import { readContact } from './getContact.ts'
import { lockMember } from './lockMember.ts'

type ConfirmEmail = typeof api.contact.confirmEmail

/**
 * Verifies an address with its code, in a session of the same member: a person who opens another member's link verifies nothing. An account
 * signs in with the address from now on. The earlier address gets an e-mail about the change.
 *
 * @throws CodeRefusedError, EmailTakenError, CallerRefusedError
 */
export async function confirmEmail(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random' | 'sealer'>,
  { body, caller }: Pick<Call<ConfirmEmail>, 'body' | 'caller'>,
): Promise<Output<ConfirmEmail>> {
  const memberId = principalOf(caller)
  try {
    await context.db.transaction(async (tx) => {
      await lockMember(tx, caller)
      const used = await useMailCode(tx, context, { code: body.code, purpose: 'email', memberId })
      if (caller.wallet === null) await moveAccount(tx, context, caller, used)
      else await tellEarlier(tx, context, memberId, used)
      const { sealed_email: sealedEmail } = used
      await saveVerifiedEmail(tx, context, { tenantId: caller.tenantId, memberId, sealedEmail })
      await context.audit?.write(tx, memberId)
    })
  } catch (error) {
    // The rollback leaves the code unused.
    if (isUniqueViolation(error)) throw new EmailTakenError()
    throw error
  }
  return readContact(context, caller)
}

async function moveAccount(
  tx: Tx,
  context: Pick<Context, 'now' | 'random' | 'sealer' | 'config'>,
  caller: SessionCaller,
  { email_digest, sealed_email }: Row<'mail_codes'>,
): Promise<void> {
  const before = await tx
    .selectFrom('accounts')
    .select(['email_digest', 'sealed_email'])
    .where('id', '=', principalOf(caller))
    .executeTakeFirstOrThrow()
  if (before.email_digest === email_digest) return
  await tx
    .updateTable('accounts')
    .set({ email_digest, sealed_email })
    .where('id', '=', principalOf(caller))
    .execute()
  if (context.config.mail === null) return
  const parts = {
    to: context.sealer.open('email', before.sealed_email),
    subject: 'Your e-mail address was changed',
    paragraphs: [
      'The account that signed in with this e-mail address now signs in with another one.',
      'If this was not you, ask an owner of the merchant account to remove the account.',
    ],
  }
  await queueMail(tx, context, parts, { tenantId: null, cause: null })
}

/** A wallet's session needs no proof to change the wallet's e-mail address, so the earlier address receives a notice. */
async function tellEarlier(
  tx: Tx,
  context: Pick<Context, 'now' | 'random' | 'sealer' | 'config'>,
  memberId: string,
  { email_digest }: Row<'mail_codes'>,
): Promise<void> {
  const before = await tx
    .selectFrom('member_contacts')
    .select('sealed_email')
    .where('member_id', '=', memberId)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  if (before?.sealed_email == null || context.config.mail === null) return
  const to = context.sealer.open('email', before.sealed_email)
  if (context.sealer.digest('email', to) === email_digest) return
  const parts = {
    to,
    subject: 'Your e-mail address was changed',
    paragraphs: [
      'A wallet that had this e-mail address as its contact now has another one. Notices and e-mails about the wallet’s sign-in go to the new address.',
      'If this was not you, ask an owner of the merchant account to remove the wallet.',
    ],
  }
  await queueMail(tx, context, parts, { tenantId: null, cause: null })
}
