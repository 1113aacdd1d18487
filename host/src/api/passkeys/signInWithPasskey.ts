import type { api, Output } from '@secure-payment/core/api'
import { openSession } from '../../auth/passkeys/openSession.ts'
import { takePasskeyChallenge } from '../../auth/passkeys/takePasskeyChallenge.ts'
import { recordUse, verifyPasskey } from '../../auth/passkeys/verifyPasskey.ts'
import { endPresentedSession } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type SignIn = typeof api.passkeys.signIn

/**
 * Signs a member in with a passkey alone. A passkey counts as both factors: the device holds the key, and has verified the person.
 *
 * @throws PasskeyRefusedError, SignInRefusedError
 */
export async function signInWithPasskey(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  { body, cookies }: Pick<Call<SignIn>, 'body' | 'cookies'>,
): Promise<Output<SignIn>> {
  const challenge = await takePasskeyChallenge(context, body.challengeId, { purpose: 'sign-in' })
  const passkey = await verifyPasskey(context, body.credential, { challenge, memberId: null })
  const { tenant_id: tenantId, member_id: memberId } = passkey
  const { session, signedIn } = await context.db.transaction(async (tx) => {
    const opened = await openSession(context, { tenantId, memberId, by: 'passkey' }, tx)
    await recordUse(tx, context, passkey)
    await endPresentedSession(cookies.session, tx)
    return opened
  })
  cookies.setSession(session.value, session.maxAgeS)
  return signedIn
}
