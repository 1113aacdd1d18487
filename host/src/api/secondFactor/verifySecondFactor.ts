import type { api, Output } from '@secure-payment/core/api'
import { SignInEndedError } from '../../auth/passkeys/errors.ts'
import { countAttempt, findPendingSignIn } from '../../auth/passkeys/findPendingSignIn.ts'
import { openSession } from '../../auth/passkeys/openSession.ts'
import { takePasskeyChallenge } from '../../auth/passkeys/takePasskeyChallenge.ts'
import { useRecoveryCode } from '../../auth/passkeys/useRecoveryCode.ts'
import { recordUse, verifyPasskey } from '../../auth/passkeys/verifyPasskey.ts'
import type { SignIn } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import { lockTenant } from '../../db/lockTenant.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import type { RateLimit } from '../../http/rateLimit.ts'

type Verify = typeof api.secondFactor.verify

type VerifyContext = Pick<Context, 'config' | 'db' | 'now' | 'random' | 'sealer'>

/** A verified proof: its method, and the change that consumes it in the session's transaction. */
type Proof = { by: SignIn['by']; use(tx: Tx): Promise<void> }

/**
 * Completes a sign-in that waits for the second factor. The sign-in ends in the transaction that starts the session, so it starts at most
 * one session. Attempts are counted per sign-in and per member.
 *
 * @throws SignInEndedError, PasskeyRefusedError, RecoveryCodeRefusedError, SignInRefusedError, RateLimitedError
 */
export async function verifySecondFactor(
  context: VerifyContext & { rateLimit: Pick<RateLimit, 'takeAccount'> },
  { body, cookies }: Pick<Call<Verify>, 'body' | 'cookies'>,
): Promise<Output<Verify>> {
  const pending = await findPendingSignIn(context, cookies.session)
  const { id, tenant_id: tenantId, member_id: memberId } = pending
  await context.rateLimit.takeAccount(memberId)
  await countAttempt(context, pending)
  const { by, use } = await prove(context, pending, body)
  const { session, signedIn } = await context.db.transaction(async (tx) => {
    // The merchant account is locked before the member, as in changes to the team; the e-mail about a recovery code also locks it.
    await lockTenant(tx, tenantId)
    const opened = await openSession(context, { tenantId, memberId, by }, tx)
    const { numDeletedRows } = await tx
      .deleteFrom('pending_sign_ins')
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw new SignInEndedError()
    await use(tx)
    return opened
  })
  cookies.setSession(session.value, session.maxAgeS)
  return signedIn
}

async function prove(
  context: VerifyContext,
  { id, tenant_id: tenantId, member_id: memberId }: Row<'pending_sign_ins'>,
  body: Call<Verify>['body'],
): Promise<Proof> {
  if ('recoveryCode' in body) {
    const code = body.recoveryCode
    return {
      by: 'recovery_code',
      use: (tx) => useRecoveryCode(tx, context, { tenantId, memberId, code }),
    }
  }
  const holder = { purpose: 'second-factor', id } as const
  const challenge = await takePasskeyChallenge(context, body.challengeId, holder)
  const passkey = await verifyPasskey(context, body.credential, { challenge, memberId })
  return { by: 'passkey', use: (tx) => recordUse(tx, context, passkey) }
}
