import type { api, Output } from '@secure-payment/core/api'
import { findPendingSignIn } from '../../auth/passkeys/findPendingSignIn.ts'
import { requestPasskey } from '../../auth/passkeys/requestPasskey.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type Start = typeof api.secondFactor.start

/**
 * Returns the options for completing a sign-in with a passkey of its member.
 *
 * @throws SignInEndedError
 */
export async function startSecondFactor(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  { cookies }: Pick<Call<Start>, 'cookies'>,
): Promise<Output<Start>> {
  const { id, member_id } = await findPendingSignIn(context, cookies.session)
  return requestPasskey(context, { purpose: 'second-factor', id }, member_id)
}
