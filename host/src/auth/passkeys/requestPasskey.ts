import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { parseStoredList } from '../../db/parseStoredList.ts'
import {
  type ChallengeHolder,
  createPasskeyChallenge,
  PASSKEY_CHALLENGE_LIFETIME_MS,
} from './createPasskeyChallenge.ts'
import { relyingParty } from './relyingParty.ts'

/** The options for a proof by passkey, with a new challenge. */
type PasskeyRequest = Output<typeof api.passkeys.startSignIn>
type Descriptor = PasskeyRequest['options']['allowCredentials'][number]

/**
 * Returns the options that a browser needs to request a proof. `memberId`: the member whose passkeys count; null for any passkey of the
 * service that the browser finds.
 */
export async function requestPasskey(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  of: ChallengeHolder,
  memberId: string | null,
): Promise<PasskeyRequest> {
  const { challengeId, challenge, expiresAt } = await createPasskeyChallenge(context, of)
  return {
    challengeId,
    expiresAt,
    options: {
      rpId: relyingParty(context).id,
      challenge,
      timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
      allowCredentials: memberId === null ? [] : await listDescriptors(context, memberId),
      userVerification: 'required',
    },
  }
}

/** Lists a member's passkeys in WebAuthn's form. */
export async function listDescriptors(
  { db }: Pick<Context, 'db'>,
  memberId: string,
): Promise<Descriptor[]> {
  const rows = await db.kysely
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
  return rows.map(({ credential_id: id, transports }) => ({
    id,
    type: 'public-key',
    transports: [...parseStoredList(transports)],
  }))
}
