import { hash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { createId } from '../../id.ts'
import { lockSignIn, type SignIn, type StartedSession, startSession } from '../sessions.ts'
import { isSecondFactorOn } from './guardConfirmed.ts'

/** The time within which a second factor must follow the first. */
const PENDING_LIFETIME_MS = 5 * 60_000
const VALUE_BYTES = 32

/** The result of a first factor: a session, or a sign-in that waits for the second factor. Both results have a value for the cookie. */
export type PassedFactor = StartedSession & { isComplete: boolean }

/**
 * Starts a session for a member whose password or wallet was verified. If the member requires a passkey, no session starts: the value then
 * serves only to complete or cancel the sign-in. The member is locked first, so that a second factor counts if it is switched on at
 * the same time.
 *
 * @throws SignInRefusedError for a person who is no longer a member
 */
export async function passFirstFactor(
  context: Pick<Context, 'now' | 'random'>,
  who: SignIn,
  tx: Tx,
): Promise<PassedFactor> {
  await lockSignIn(tx, context, who)
  const memberId = 'walletAddress' in who ? who.walletAddress : who.accountId
  if (!(await isSecondFactorOn(tx, memberId))) {
    return { ...(await startSession(context, who, tx)), isComplete: true }
  }
  const now = context.now()
  const expiresAt = new Date(now.getTime() + PENDING_LIFETIME_MS).toISOString()
  const value = Buffer.from(context.random(VALUE_BYTES)).toString('base64url')
  await tx
    .insertInto('pending_sign_ins')
    .values({
      id: createId(context),
      hash: hash('sha256', value, 'hex'),
      tenant_id: who.tenantId,
      member_id: memberId,
      attempts: 0,
      created_at: now.toISOString(),
      expires_at: expiresAt,
    })
    .execute()
  return { value, maxAgeS: PENDING_LIFETIME_MS / 1_000, expiresAt, isComplete: false }
}
