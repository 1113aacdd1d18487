import type { api, Output } from '@secure-payment/core/api'
import { announceCredentialsChange } from '../../auth/credentials.ts'
import { endSession } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type Logout = typeof api.auth.logout

/** Ends the caller's session: on the server, so that a copy of the cookie is invalid, and in the browser. */
export async function logout(
  context: Pick<Context, 'db'>,
  { caller, cookies }: Pick<Call<Logout>, 'caller' | 'cookies'>,
): Promise<Output<Logout>> {
  await endSession(context, caller)
  announceCredentialsChange(context)
  cookies.clearSession()
  return { success: true }
}
