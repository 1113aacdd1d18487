import type { api, Output } from '@secure-payment/core/api'
import { requestPasskey } from '../../auth/passkeys/requestPasskey.ts'
import type { Context } from '../../context.ts'

type Start = typeof api.passkeys.startSignIn

/** Returns the options for a sign-in with any passkey of the service. The call looks up no member, so it reveals none. */
export function startPasskeySignIn(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
): Promise<Output<Start>> {
  return requestPasskey(context, { purpose: 'sign-in' }, null)
}
