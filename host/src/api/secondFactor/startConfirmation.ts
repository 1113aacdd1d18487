import type { api, Output } from '@secure-payment/core/api'
import { principalOf } from '../../auth/caller.ts'
import { requestPasskey } from '../../auth/passkeys/requestPasskey.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type Start = typeof api.secondFactor.startConfirmation

/** Returns the options for confirming the calling session with a passkey of its member. */
export function startConfirmation(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  { caller }: Pick<Call<Start>, 'caller'>,
): Promise<Output<Start>> {
  const holder = { purpose: 'confirm', id: caller.sessionId } as const
  return requestPasskey(context, holder, principalOf(caller))
}
