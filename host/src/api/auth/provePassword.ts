import type { SessionCaller } from '../../auth/caller.ts'
import { CallerRefusedError } from '../../auth/errors.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { RateLimit } from '../../http/rateLimit.ts'
import { WrongCredentialsError } from './errors.ts'

/**
 * Proves the current password of a signed-in account. `lockPassword` then prevents a change until the transaction ends.
 *
 * @throws CallerRefusedError for a wallet, WrongCredentialsError, RateLimitedError, HashingBusyError
 */
export async function provePassword(
  context: Pick<Context, 'db'> & {
    passwords: Passwords
    rateLimit: Pick<RateLimit, 'takePassword'>
  },
  caller: SessionCaller,
  password: string,
): Promise<Pick<Row<'accounts'>, 'id' | 'password_hash'>> {
  if (caller.credential === 'walletSession') {
    throw new CallerRefusedError('credential_not_accepted', 'A wallet has no password.')
  }
  const account = await context.db.kysely
    .selectFrom('accounts')
    .select(['id', 'email_digest', 'password_hash'])
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow()
  await context.rateLimit.takePassword(account.email_digest)
  const isRight = await context.passwords.verify(password, account.password_hash)
  if (!isRight) throw new WrongCredentialsError({ asked: 'current password' })
  return account
}
