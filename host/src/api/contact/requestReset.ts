import type { api, Output } from '@secure-payment/core/api'
import { MailNotSetUpError } from '../../contacts/errors.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import type { RateLimit } from '../../http/rateLimit.ts'
import { createId } from '../../id.ts'

type RequestReset = typeof api.contact.requestReset

/**
 * Stores a request for a password reset, which a worker processes. The call looks up no account, so its response and its duration are the
 * same for every address.
 *
 * @throws MailNotSetUpError, RateLimitedError
 */
export async function requestReset(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random' | 'sealer'> & {
    rateLimit: Pick<RateLimit, 'takeReset'>
  },
  { body }: Pick<Call<RequestReset>, 'body'>,
): Promise<Output<RequestReset>> {
  if (context.config.mail === null) throw new MailNotSetUpError()
  await context.rateLimit.takeReset(context.sealer.digest('email', body.email))
  await context.db.kysely
    .insertInto('reset_requests')
    .values({
      id: createId(context),
      sealed_email: context.sealer.seal('email', body.email),
      created_at: context.now().toISOString(),
    })
    .execute()
  return { success: true }
}
