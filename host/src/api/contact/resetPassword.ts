import type { api, Output } from '@secure-payment/core/api'
import { addAuditEntry } from '../../audit/createAudit.ts'
import { announceCredentialsChange } from '../../auth/credentials.ts'
import { endPendingSignIns } from '../../auth/passkeys/removePasskeys.ts'
import type { Passwords } from '../../auth/passwords.ts'
import { hashMailCode } from '../../contacts/createMailCode.ts'
import { CodeRefusedError } from '../../contacts/errors.ts'
import { saveVerifiedEmail } from '../../contacts/saveVerifiedEmail.ts'
import { useMailCode } from '../../contacts/useMailCode.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { queueMail } from '../../mail/queueMail.ts'

type ResetPassword = typeof api.contact.resetPassword

/**
 * Sets a new password with the code from an e-mail, and ends all of the account's sessions. The e-mail has proven the address, unless the
 * account has changed it since. A second factor stays: the next sign-in still needs it.
 *
 * @throws CodeRefusedError, HashingBusyError
 */
export async function resetPassword(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random' | 'sealer'> & { passwords: Passwords },
  { body }: Pick<Call<ResetPassword>, 'body'>,
): Promise<Output<ResetPassword>> {
  // A wrong code is rejected before the slow password hash.
  const known = await context.db.kysely
    .selectFrom('mail_codes')
    .select(['member_id', 'tenant_id', 'email_digest'])
    .where('hash', '=', hashMailCode(body.code))
    .where('purpose', '=', 'password')
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.now().toISOString())
    .executeTakeFirst()
  if (known === undefined) throw new CodeRefusedError()
  const password_hash = await context.passwords.hash(body.newPassword)
  await context.db.transaction(async (tx) => {
    const { member_id: memberId, tenant_id: tenantId } = known
    // Locks the account before its codes, as changing the password and removing the member do.
    const { numUpdatedRows } = await tx
      .updateTable('accounts')
      .set({ password_hash })
      .where('id', '=', memberId)
      .where('tenant_id', '=', tenantId)
      .where('email_digest', '=', known.email_digest)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new CodeRefusedError()
    const used = await useMailCode(tx, context, { code: body.code, purpose: 'password' })
    const { sealed_email: sealedEmail } = used
    // After the password has changed, no sign-in with the earlier one can start another session.
    await tx.deleteFrom('sessions').where('account_id', '=', memberId).execute()
    await endPendingSignIns(tx, memberId)
    await saveVerifiedEmail(tx, context, { tenantId, memberId, sealedEmail })
    const actor = { kind: 'account', id: memberId } as const
    await addAuditEntry(tx, context, {
      tenantId,
      action: 'password.reset',
      actor,
      objectId: memberId,
    })
    if (context.config.mail === null) return
    const parts = {
      to: context.sealer.open('email', sealedEmail),
      subject: 'Your password was reset',
      paragraphs: [
        'The password of your account was reset, and all its sessions have ended.',
        'If this was not you, secure your mailbox and reset the password again.',
      ],
    }
    await queueMail(tx, context, parts, { tenantId: null, cause: null })
  })
  announceCredentialsChange(context)
  return { success: true }
}
