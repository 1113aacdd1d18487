import { createHash } from 'node:crypto'
import type { api, Input } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import { isSameDigest } from '../apiKey.ts'
import { PasskeyRefusedError } from './errors.ts'
import { guardClientData } from './guardClientData.ts'
import { isSignedBy, readPasskeyKey, signedBytes } from './passkeyKey.ts'
import { readAuthenticatorData } from './readAuthenticatorData.ts'
import { relyingParty } from './relyingParty.ts'

/** A proof by passkey, as a caller sends it. */
export type PasskeyProof = Input<typeof api.passkeys.signIn>['body']

/** A verified passkey, with its new counter. The transaction that uses the passkey calls `recordUse`. */
export type ProvenPasskey = Pick<Row<'passkeys'>, 'id' | 'tenant_id' | 'member_id'> & {
  signCount: bigint
}

/** A public key (ES256) whose private key no longer exists. */
const LOST_KEY =
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
  let signCount: number
  try {
    const { clientDataJSON, authenticatorData, signature } = response
    const expected = { challenge: facts.challenge, origin: party.origin }
    guardClientData(clientDataJSON, { type: 'webauthn.get', ...expected })
    const data = Buffer.from(authenticatorData, 'base64url')
    signCount = readAuthenticatorData(data, party.id).signCount
    const key = readPasskeyKey(Buffer.from(stored?.public_key ?? LOST_KEY, 'base64url'))
    const signed = signedBytes(data, clientDataJSON)
    if (!isSignedBy(key, signed, Buffer.from(signature, 'base64url')))
      throw new PasskeyRefusedError()
  } catch (cause) {
    if (cause instanceof PasskeyRefusedError) throw cause
    throw new PasskeyRefusedError({ cause })
  }
  if (stored === undefined || !isCountUp(stored, signCount)) throw new PasskeyRefusedError()
  if (!isOfMember(stored, response.userHandle ?? null, facts.memberId)) {
    throw new PasskeyRefusedError()
  }
  const { id: passkeyId, tenant_id, member_id } = stored
  return { id: passkeyId, tenant_id, member_id, signCount: BigInt(signCount) }
}

/**
 * Stores the counter and the time of a use. A counter that is not above the stored one reveals a copy of the authenticator, unless it
 * never counts. Of concurrent uses of one counter, one succeeds.
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

/** WebAuthn Level 3, section 7.2, step 22: a counter that does not increase reveals a copy of the authenticator, unless it never counts. */
function isCountUp({ sign_count: before }: Row<'passkeys'>, signCount: number): boolean {
  return BigInt(signCount) > before || (signCount === 0 && before === 0n)
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
