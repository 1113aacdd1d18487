import type { api, Output } from '@secure-payment/core/api'
import { announceCredentialsChange } from '../../auth/credentials.ts'
import type { Passwords } from '../../auth/passwords.ts'
import { endOtherSessions } from '../../auth/sessions.ts'
import { endMailCodes } from '../../contacts/useMailCode.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import type { RateLimit } from '../../http/rateLimit.ts'
import { WrongCredentialsError } from './errors.ts'
import { lockPassword } from './lockPassword.ts'
import { provePassword } from './provePassword.ts'

type ChangePassword = typeof api.auth.changePassword

const ASKED = { asked: 'current password' } as const

/**
 * Changes an account's password and ends its other sessions and its open e-mail links, which locks out holders of the old password.
 *
 * @throws CallerRefusedError for a wallet, WrongCredentialsError, RateLimitedError, HashingBusyError
 */
export async function changePassword(
  context: Pick<Context, 'audit' | 'db' | 'now'> & {
    passwords: Passwords
    rateLimit: Pick<RateLimit, 'takePassword'>
  },
  { body, caller }: Pick<Call<ChangePassword>, 'body' | 'caller'>,
): Promise<Output<ChangePassword>> {
  const account = await provePassword(context, caller, body.currentPassword)
  const password_hash = await context.passwords.hash(body.newPassword)
  await context.db.transaction(async (tx) => {
    if (!(await lockPassword(tx, account))) throw new WrongCredentialsError(ASKED)
    await tx.updateTable('accounts').set({ password_hash }).where('id', '=', account.id).execute()
    await endOtherSessions(caller, tx)
    await context.audit?.write(tx, account.id)
    await endMailCodes(tx, context.now().toISOString(), account.id)
  })
  announceCredentialsChange(context)
  return { success: true }
}
