import type { api, Output } from '@secure-payment/core/api'
import type { Passwords } from '../../auth/passwords.ts'
import { endPresentedSession, startSession } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import type { RateLimit } from '../../http/rateLimit.ts'
import { WrongCredentialsError } from './errors.ts'
import { lockPassword } from './lockPassword.ts'

type Login = typeof api.auth.login

const ASKED = { asked: 'e-mail and password' } as const

/**
 * Signs an account in, always under a new session: the one that the browser brought ends. An unknown e-mail causes the
 * same work and the same response as a wrong password. Tries at one account are counted over all addresses, known or
 * not.
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
  const who = { tenantId: account.tenant_id, accountId: account.id }
  const session = await context.db.transaction(async (tx) => {
    // A password that has changed since it was checked is no longer valid.
    if (!(await lockPassword(tx, account))) throw new WrongCredentialsError(ASKED)
    await endPresentedSession(context, cookies.session, tx)
    return startSession(context, who, tx)
  })
  cookies.setSession(session.value, session.maxAgeS)
  return { email, tenantId: who.tenantId, expiresAt: session.expiresAt }
}
