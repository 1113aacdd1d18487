import type { api, Output } from '@secure-payment/core/api'
import { type PassedFactor, passFirstFactor } from '../../auth/passkeys/passFirstFactor.ts'
import { endPresentedSession } from '../../auth/sessions.ts'
import { SignInRefusedError } from '../../auth/wallet/errors.ts'
import { findChallenge } from '../../auth/wallet/findChallenge.ts'
import { findSpeaker, type Speaker } from '../../auth/wallet/findSpeaker.ts'
import { hashSignInMessage } from '../../auth/wallet/hashSignInMessage.ts'
import { openWallet } from '../../auth/wallet/openWallet.ts'
import { recoverSigner } from '../../auth/wallet/recoverSigner.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'

type Verify = typeof api.auth.verify

/**
 * Signs in a wallet that signed its challenge. Only success consumes a challenge, by one atomic update in the transaction that starts the
 * session. Concurrent calls therefore start only one session. A wrong signature leaves the challenge open. Only the caller that requested
 * the challenge has its id, and a user who signed with the wrong account can sign again. A chain that does not respond also
 * leaves the challenge open, and the call returns 503.
 *
 * A wallet that requires a passkey gets no session yet.
 *
 * Checks last whether registration is open, so only a wallet's holder can learn whether the wallet has an account here.
 *
 * @throws SignInRefusedError, ChainUnavailableError, RegistrationClosedError, InvitationRequiredError, InvitationRefusedError,
 * WalletTakenError
 */
export async function verifyWallet(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random' | 'chains'>,
  { body, cookies }: Pick<Call<Verify>, 'body' | 'cookies'>,
): Promise<Output<Verify>> {
  const challenge = await findChallenge(context, body)
  if (challenge === null) {
    // Performs the same work as a signature check, so that the response time does not reveal that the challenge is missing.
    await recoverSigner(hashSignInMessage('evm', body.message), body.signature)
    throw new SignInRefusedError()
  }
  const { address, wallet_type: walletType, chain_id, message } = challenge
  const asked = { address, walletType, chainId: Number(chain_id), message }
  const speaker = await findSpeaker(context, asked, body.signature)
  if (speaker === null) throw new SignInRefusedError()
  const { tenantId, passed } = await openSession(context, challenge, {
    ...speaker,
    presented: cookies.session,
    invitation: body.invitation,
  })
  const { expiresAt } = passed
  cookies.setSession(passed.value, passed.maxAgeS)
  if (!passed.isComplete) return { secondFactor: 'passkey', expiresAt }
  return { address, walletType, tenantId, expiresAt }
}

/** `presented`: the session that the browser sent; it ends, and its value is never reused. */
async function openSession(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  { id, address, wallet_type: walletType }: Row<'challenges'>,
  facts: Speaker & { presented: string | null; invitation: string | undefined },
): Promise<{ tenantId: string; passed: PassedFactor }> {
  return context.db.transaction(async (tx) => {
    const now = context.now().toISOString()
    const { numUpdatedRows } = await tx
      .updateTable('challenges')
      .set({ used_at: now })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new SignInRefusedError()
    const { presented, ...opened } = facts
    const { tenantId } = await openWallet(context, { address, walletType, ...opened }, tx)
    await endPresentedSession(presented, tx)
    const who = { tenantId, walletAddress: address, by: 'wallet' } as const
    return { tenantId, passed: await passFirstFactor(context, who, tx) }
  })
}
