import type { api, Output } from '@secure-payment/core/api'
import { findPendingSignIn } from '../../auth/passkeys/findPendingSignIn.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type Cancel = typeof api.secondFactor.drop

/**
 * Ends a sign-in that waits for the second factor.
 *
 * @throws SignInEndedError
 */
export async function cancelSignIn(
  context: Pick<Context, 'db' | 'now'>,
  { cookies }: Pick<Call<Cancel>, 'cookies'>,
): Promise<Output<Cancel>> {
  const { id } = await findPendingSignIn(context, cookies.session)
  await context.db.kysely.deleteFrom('pending_sign_ins').where('id', '=', id).execute()
  cookies.clearSession()
  return { success: true }
}
