import type { Context } from '../../context.ts'
import { createId } from '../../id.ts'

/** The time within which a challenge can be used. */
export const PASSKEY_CHALLENGE_LIFETIME_MS = 5 * 60_000
const CHALLENGE_BYTES = 32
/** The maximum number of open challenges for a session or a pending sign-in; a new one drops the oldest. */
const MAX_PER_HOLDER = 5
/**
 * The maximum number of open sign-in challenges, which anyone may request. A new challenge drops the oldest, so a flood voids only sign-ins
 * that are still open after this many newer challenges. One client can request 10 per minute (PAY_RATE_LIMIT_SIGN_IN).
 */
export const MAX_SIGN_IN_CHALLENGES = 10_000
/** The maximum number of challenges that one call deletes. */
const MAX_DROPPED = 100

/** The purpose and the holder of a challenge, which is valid only for that holder. */
export type ChallengeHolder =
  | { readonly purpose: 'sign-in' }
  /** `id`: the id of the session. */
  | { readonly purpose: 'register' | 'confirm'; readonly id: string }
  /** `id`: the id of the pending sign-in. */
  | { readonly purpose: 'second-factor'; readonly id: string }

/** A challenge of 256 random bits, in base64url. */
export type PasskeyChallenge = { challengeId: string; challenge: string; expiresAt: string }

/** Creates and stores a challenge. The clean-up job deletes expired challenges. */
export async function createPasskeyChallenge(
  context: Pick<Context, 'db' | 'now' | 'random'>,
  of: ChallengeHolder,
): Promise<PasskeyChallenge> {
  const now = context.now()
  const id = createId(context)
  const challenge = Buffer.from(context.random(CHALLENGE_BYTES)).toString('base64url')
  const expires_at = new Date(now.getTime() + PASSKEY_CHALLENGE_LIFETIME_MS).toISOString()
  const holder = holderKey(of)
  const max = of.purpose === 'sign-in' ? MAX_SIGN_IN_CHALLENGES : MAX_PER_HOLDER
  await context.db.transaction(async (tx) => {
    await tx
      .insertInto('passkey_challenges')
      .values({ id, holder, challenge, created_at: now.toISOString(), expires_at })
      .execute()
    // Ids are ordered by time.
    const surplus = await tx
      .selectFrom('passkey_challenges')
      .select('id')
      .where('holder', '=', holder)
      .orderBy('id', 'desc')
      .limit(MAX_DROPPED)
      .offset(max)
      .execute()
    if (surplus.length === 0) return
    const ids = surplus.map((row) => row.id)
    await tx.deleteFrom('passkey_challenges').where('id', 'in', ids).execute()
  })
  return { challengeId: id, challenge, expiresAt: expires_at }
}

/** Returns the stored form of a holder. */
export function holderKey(of: ChallengeHolder): string {
  return of.purpose === 'sign-in' ? of.purpose : `${of.purpose} ${of.id}`
}
