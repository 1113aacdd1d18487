import type { api, Output } from '@secure-payment/core/api'
import { passFirstFactor } from '../../auth/passkeys/passFirstFactor.ts'
import type { Passwords } from '../../auth/passwords.ts'
import { endPresentedSession } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import type { RateLimit } from '../../http/rateLimit.ts'
import { WrongCredentialsError } from './errors.ts'
import { lockPassword } from './lockPassword.ts'

type Login = typeof api.auth.login

const ASKED = { asked: 'e-mail and password' } as const

/**
 * Signs an account in. The session is always new; the browser's earlier session ends. An unknown e-mail address causes the same work
 * and the same response as a wrong password. Attempts to sign in to one account are counted across all addresses, whether the account
 * exists or not. An account that requires a passkey gets no session yet.
 *
 * @throws WrongCredentialsError, RateLimitedError, HashingBusyError
 */
export async function login(
  context: Pick<Context, 'db' | 'now' | 'random' | 'sealer'> & {
    passwords: Passwords
    rateLimit: Pick<RateLimit, 'takeAccount'>
  },
  { body, cookies }: Pick<Call<Login>, 'body' | 'cookies'>,
): Promise<Output<Login>> {
  const { email } = body
  const digest = context.sealer.digest('email', email)
  await context.rateLimit.takeAccount(digest)
  const account = await context.db.kysely
    .selectFrom('accounts')
    .select(['id', 'tenant_id', 'password_hash'])
    .where('email_digest', '=', digest)
    .executeTakeFirst()
  const isRight = await context.passwords.verify(body.password, account?.password_hash ?? null)
  if (account === undefined || !isRight) throw new WrongCredentialsError(ASKED)
  const who = { tenantId: account.tenant_id, accountId: account.id, by: 'password' } as const
  const passed = await context.db.transaction(async (tx) => {
    // A password that has changed since the check is no longer valid.
    if (!(await lockPassword(tx, account))) throw new WrongCredentialsError(ASKED)
    await endPresentedSession(cookies.session, tx)
    return passFirstFactor(context, who, tx)
  })
  const { expiresAt } = passed
  cookies.setSession(passed.value, passed.maxAgeS)
  if (!passed.isComplete) return { secondFactor: 'passkey', expiresAt }
  return { email, tenantId: who.tenantId, expiresAt }
}
