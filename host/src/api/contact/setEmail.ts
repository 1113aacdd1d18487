import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { type AccountCaller, principalOf } from '../../auth/caller.ts'
import type { Passwords } from '../../auth/passwords.ts'
import { createMailCode } from '../../contacts/createMailCode.ts'
import { MailNotSetUpError, TooManyMailsError } from '../../contacts/errors.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import type { RateLimit } from '../../http/rateLimit.ts'
import { isMailAddress } from '../../mail/mailMessage.ts'
import { queueMail } from '../../mail/queueMail.ts'
import { WrongCredentialsError } from '../auth/errors.ts'
import { lockMember } from './lockMember.ts'

type SetEmail = typeof api.contact.setEmail

const RETRY_AFTER_S = 3_600
const NOT_REACHABLE = {
  field: 'email',
  code: 'invalid_email',
  message: 'must be an e-mail address to which mail can be sent, such as "ana@example.com"',
}
const ASKED = { asked: 'current password' } as const

/**
 * Sends a link that proves an address of the calling member. An account signs in and resets its password with its address, so the change
 * needs the password. An open session alone must not suffice to take over an account.
 *
 * @throws MailNotSetUpError, InvalidInputError, WrongCredentialsError, TooManyMailsError, RateLimitedError, HashingBusyError
 */
export async function setEmail(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random' | 'sealer'> & {
    passwords: Passwords
    rateLimit: Pick<RateLimit, 'takePassword'>
  },
  { body, caller }: Pick<Call<SetEmail>, 'body' | 'caller'>,
): Promise<Output<SetEmail>> {
  if (context.config.mail === null) throw new MailNotSetUpError()
  const { email } = body
  if (!isMailAddress(email)) throw new InvalidInputError([NOT_REACHABLE])
  if (caller.wallet === null) await provePassword(context, caller, body)
  const facts = {
    purpose: 'email' as const,
    tenantId: caller.tenantId,
    memberId: principalOf(caller),
    email,
  }
  await context.db.transaction(async (tx) => {
    await lockMember(tx, caller)
    const code = await createMailCode(tx, context, facts)
    if (code === null) throw new TooManyMailsError({ retryAfterS: RETRY_AFTER_S })
    const parts = {
      to: email,
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'A member of a merchant account entered this e-mail address.',
        {
          text: 'If this was you, confirm it within 24 hours, in the browser where you are signed in:',
          url: `${context.config.authUrl}/console/#confirm-email=${code}`,
        },
        'If this was not you, ignore this e-mail. Nothing is sent to you without a confirmation.',
      ],
    }
    // Null, because these links have their own limits, which a merchant's notices must not use up.
    await queueMail(tx, context, parts, { tenantId: null, cause: null })
  })
  return { success: true }
}

/** Verifies the password, unless the address is the account's current one. */
async function provePassword(
  context: Parameters<typeof setEmail>[0],
  caller: AccountCaller,
  { email, currentPassword }: { email: string; currentPassword?: string | undefined },
): Promise<void> {
  const account = await context.db.kysely
    .selectFrom('accounts')
    .select(['email_digest', 'password_hash'])
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow()
  if (context.sealer.digest('email', email) === account.email_digest) return
  if (currentPassword === undefined) throw new WrongCredentialsError(ASKED)
  await context.rateLimit.takePassword(account.email_digest)
  const isRight = await context.passwords.verify(currentPassword, account.password_hash)
  if (!isRight) throw new WrongCredentialsError(ASKED)
}
