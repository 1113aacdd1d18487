import type { api, Output } from '@secure-payment/core/api'
import { principalOf, type SessionCaller } from '../../auth/caller.ts'
import {
  createPasskeyChallenge,
  PASSKEY_CHALLENGE_LIFETIME_MS,
} from '../../auth/passkeys/createPasskeyChallenge.ts'
import { guardConfirmed } from '../../auth/passkeys/guardConfirmed.ts'
import { PASSKEY_ALGORITHMS, relyingParty } from '../../auth/passkeys/relyingParty.ts'
import { listDescriptors } from '../../auth/passkeys/requestPasskey.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Call } from '../../http/implement.ts'
import { lockMember } from '../contact/lockMember.ts'
import { guardPasskeyCount } from './guardPasskeyCount.ts'

type Start = typeof api.passkeys.start

const HANDLE_BYTES = 32

/**
 * Returns the options that a browser needs to create a passkey for the calling member. The passkey is discoverable, and its device must
 * verify the person. Attestation is not requested: any authenticator is accepted.
 *
 * @throws ConfirmationRequiredError, TooManyPasskeysError, CallerRefusedError
 */
export async function startPasskey(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random' | 'sealer'>,
  { caller }: Pick<Call<Start>, 'caller'>,
): Promise<Output<Start>> {
  const memberId = principalOf(caller)
  const handle = await context.db.transaction(async (tx) => {
    await lockMember(tx, caller)
    await guardConfirmed(tx, context, caller)
    await guardPasskeyCount(tx, memberId)
    return keepHandle(tx, context, caller)
  })
  const party = relyingParty(context)
  const name = await nameOf(context, caller)
  const holder = { purpose: 'register', id: caller.sessionId } as const
  const { challengeId, challenge, expiresAt } = await createPasskeyChallenge(context, holder)
  return {
    challengeId,
    expiresAt,
    options: {
      rp: { id: party.id, name: party.name },
      user: { id: handle, name, displayName: name },
      challenge,
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
      excludeCredentials: await listDescriptors(context, memberId),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  }
}

/** Returns a member's handle, and creates it on first use. All of the member's passkeys store the handle. */
async function keepHandle(
  tx: Tx,
  { now, random }: Pick<Context, 'now' | 'random'>,
  caller: SessionCaller,
): Promise<string> {
  const member_id = principalOf(caller)
  await tx
    .insertInto('member_factors')
    .values({
      member_id,
      tenant_id: caller.tenantId,
      user_handle: Buffer.from(random(HANDLE_BYTES)).toString('base64url'),
      is_second_factor: 0,
      created_at: now().toISOString(),
    })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .execute()
  const { user_handle } = await tx
    .selectFrom('member_factors')
    .select('user_handle')
    .where('member_id', '=', member_id)
    .executeTakeFirstOrThrow()
  return user_handle
}

/** Returns the name under which the person's device lists the passkey: the e-mail address, or the wallet's address. */
async function nameOf(
  { db, sealer }: Pick<Context, 'db' | 'sealer'>,
  caller: SessionCaller,
): Promise<string> {
  if (caller.wallet !== null) return caller.wallet.address
  const { sealed_email } = await db.kysely
    .selectFrom('accounts')
    .select('sealed_email')
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow()
  return sealer.open('email', sealed_email)
}
