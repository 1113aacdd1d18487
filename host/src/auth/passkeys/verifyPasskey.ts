import { createHash } from 'node:crypto'
import type { api, Input } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import { isSameDigest } from '../apiKey.ts'
import { PasskeyRefusedError } from './errors.ts'
import { guardTopFrame } from './guardTopFrame.ts'
import { relyingParty } from './relyingParty.ts'

/** A proof by passkey, as a caller sends it. */
export type PasskeyProof = Input<typeof api.passkeys.signIn>['body']

/** A verified passkey, with its new counter. The transaction that uses the passkey calls `recordUse`. */
export type ProvenPasskey = Pick<Row<'passkeys'>, 'id' | 'tenant_id' | 'member_id'> & {
  signCount: bigint
}

/** A public key (ES256) whose private key no longer exists. */
const NOBODYS_KEY =
  'pQECAyYgASFYIDGNKk8iNlPDzfGSq5L43FSPlTSvHz9YHssRCY0KAtP4IlggY1iNKQYVzfJYM-7HYIDL9df0PwWmQ7Ez6u66bU0RmM4'

/**
 * Verifies a proof by passkey: challenge, origin, party, person, counter and signature. An unknown passkey causes the same work and the
 * same error as a wrong signature. `memberId`: the only member whose passkeys count; null for a sign-in by passkey alone, whose proof must
 * name the member.
 *
 * @throws PasskeyRefusedError
 */
export async function verifyPasskey(
  context: Pick<Context, 'config' | 'db'>,
  { id, response }: PasskeyProof['credential'],
  facts: { challenge: string; memberId: string | null },
): Promise<ProvenPasskey> {
  const party = relyingParty(context)
  const stored = await context.db.kysely
    .selectFrom('passkeys as passkey')
    .innerJoin('member_factors as factor', 'factor.member_id', 'passkey.member_id')
    .selectAll('passkey')
    .select('factor.user_handle')
    .where('passkey.credential_id', '=', id)
    .executeTakeFirst()
  let signCount: bigint
  try {
    guardTopFrame(response.clientDataJSON)
    // The library is loaded for the first passkey, because its cryptography is large.
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: response.clientDataJSON,
          authenticatorData: response.authenticatorData,
          signature: response.signature,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: facts.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id,
        publicKey: new Uint8Array(Buffer.from(stored?.public_key ?? NOBODYS_KEY, 'base64url')),
        counter: Number(stored?.sign_count ?? 0n),
      },
    })
    if (!verified) throw new PasskeyRefusedError()
    signCount = BigInt(authenticationInfo.newCounter)
  } catch (cause) {
    if (cause instanceof PasskeyRefusedError) throw cause
    throw new PasskeyRefusedError({ cause })
  }
  if (stored === undefined) throw new PasskeyRefusedError()
  if (!isOfMember(stored, response.userHandle ?? null, facts.memberId)) {
    throw new PasskeyRefusedError()
  }
  const { id: passkeyId, tenant_id, member_id } = stored
  return { id: passkeyId, tenant_id, member_id, signCount }
}

/**
 * Stores the counter and the time of a use. A counter that is not above the stored one reveals a copy of the authenticator, unless the
 * authenticator never counts. Of concurrent uses of one counter, one succeeds.
 *
 * @throws PasskeyRefusedError also for a passkey that has just been removed
 */
export async function recordUse(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { id, signCount }: ProvenPasskey,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: now().toISOString() })
    .where('id', '=', id)
    .where(({ or, and, eb }) =>
      or([
        eb('sign_count', '<', signCount),
        and([eb('sign_count', '=', signCount), eb('sign_count', '=', 0n)]),
      ]),
    )
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new PasskeyRefusedError()
}

/** WebAuthn Level 3, section 7.2, step 6: the handle names the member, and is required if nothing else does. */
function isOfMember(
  stored: Row<'passkeys'> & { user_handle: string },
  userHandle: string | null,
  memberId: string | null,
): boolean {
  if (memberId !== null && stored.member_id !== memberId) return false
  if (userHandle === null) return memberId !== null
  return isSameDigest(digest(userHandle), digest(stored.user_handle))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
