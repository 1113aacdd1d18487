import type { Context } from '../../context.ts'
import { type ChallengeHolder, holderKey } from './createPasskeyChallenge.ts'
import { PasskeyRefusedError } from './errors.ts'

/**
 * Consumes a challenge, whether its proof succeeds or not, and returns it. Of any number of concurrent calls, one gets the challenge.
 *
 * @throws PasskeyRefusedError for an unknown, used or expired challenge, or one of another holder
 */
export async function takePasskeyChallenge(
  context: Pick<Context, 'db' | 'now'>,
  challengeId: string,
  of: ChallengeHolder,
): Promise<string> {
  const taken = await context.db.kysely
    .deleteFrom('passkey_challenges')
    .where('id', '=', challengeId)
    .where('holder', '=', holderKey(of))
    .where('expires_at', '>', context.now().toISOString())
    .returning('challenge')
    .executeTakeFirst()
  if (taken === undefined) throw new PasskeyRefusedError()
  return taken.challenge
}
