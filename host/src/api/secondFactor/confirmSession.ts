import type { api, Output } from '@secure-payment/core/api'
import { principalOf, type SessionCaller } from '../../auth/caller.ts'
import { CallerRefusedError } from '../../auth/errors.ts'
import { takePasskeyChallenge } from '../../auth/passkeys/takePasskeyChallenge.ts'
import { useRecoveryCode } from '../../auth/passkeys/useRecoveryCode.ts'
import { type PasskeyProof, recordUse, verifyPasskey } from '../../auth/passkeys/verifyPasskey.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { SignIn } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Call } from '../../http/implement.ts'
import type { RateLimit } from '../../http/rateLimit.ts'
import { WrongCredentialsError } from '../auth/errors.ts'
import { lockPassword } from '../auth/lockPassword.ts'
import { provePassword } from '../auth/provePassword.ts'
import { lockMember } from '../contact/lockMember.ts'

type Confirm = typeof api.secondFactor.confirm

type ConfirmContext = Pick<Context, 'config' | 'db' | 'now' | 'random' | 'sealer'> & {
  passwords: Passwords
  rateLimit: Pick<RateLimit, 'takePassword'>
}

const ASKED = { asked: 'current password' } as const

/**
 * Confirms the calling session with a passkey, a recovery code or the password of its member. Attempts are counted per member.
 *
 * @throws PasskeyRefusedError, RecoveryCodeRefusedError, WrongCredentialsError, RateLimitedError, HashingBusyError, CallerRefusedError
 */
export async function confirmSession(
  context: ConfirmContext,
  { body, caller }: Pick<Call<Confirm>, 'body' | 'caller'>,
): Promise<Output<Confirm>> {
  if ('password' in body) await confirmByPassword(context, caller, body.password)
  else if ('recoveryCode' in body) await confirmByCode(context, caller, body.recoveryCode)
  else await confirmByPasskey(context, caller, body)
  return { success: true }
}

async function confirmByPassword(
  context: ConfirmContext,
  caller: SessionCaller,
  password: string,
): Promise<void> {
  const account = await provePassword(context, caller, password)
  await context.db.transaction(async (tx) => {
    if (!(await lockPassword(tx, account))) throw new WrongCredentialsError(ASKED)
    await storeConfirmation(tx, context, caller, 'password')
  })
}

async function confirmByCode(
  context: ConfirmContext,
  caller: SessionCaller,
  code: string,
): Promise<void> {
  const memberId = principalOf(caller)
  await context.rateLimit.takePassword(memberId)
  await context.db.transaction(async (tx) => {
    await lockMember(tx, caller)
    await useRecoveryCode(tx, context, { tenantId: caller.tenantId, memberId, code })
    await storeConfirmation(tx, context, caller, 'recovery_code')
  })
}

async function confirmByPasskey(
  context: ConfirmContext,
  caller: SessionCaller,
  { challengeId, credential }: PasskeyProof,
): Promise<void> {
  const memberId = principalOf(caller)
  await context.rateLimit.takePassword(memberId)
  const holder = { purpose: 'confirm', id: caller.sessionId } as const
  const challenge = await takePasskeyChallenge(context, challengeId, holder)
  const passkey = await verifyPasskey(context, credential, { challenge, memberId })
  await context.db.transaction(async (tx) => {
    await lockMember(tx, caller)
    await recordUse(tx, context, passkey)
    await storeConfirmation(tx, context, caller, 'passkey')
  })
}

/** @throws CallerRefusedError for a session that has just ended */
async function storeConfirmation(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { sessionId }: SessionCaller,
  by: SignIn['by'],
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ confirmed_at: now().toISOString(), confirmed_by: by })
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new CallerRefusedError('invalid_session', 'Sign in again.')
}
