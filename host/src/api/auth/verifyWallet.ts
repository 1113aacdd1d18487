import type { api, Output } from '@secure-payment/core/api'
import { endPresentedSession, type StartedSession, startSession } from '../../auth/sessions.ts'
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
 * Signs in a wallet that signed its challenge. Only success uses a challenge up, by one atomic update in the
 * transaction that starts the session, so that concurrent calls start one session. A wrong signature leaves it open:
 * only the caller that asked for the challenge has its id, and a user who signed with the wrong account may sign again.
 * A chain that does not respond also leaves it open, and the call returns 503.
 *
 * Whether registration is open is checked last, so that only the holder of a wallet can find out whether it has an
 * account here.
 *
 * @throws SignInRefusedError, ChainUnavailableError, RegistrationClosedError, InvitationRequiredError,
 * InvitationRefusedError, WalletTakenError
 */
export async function verifyWallet(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random' | 'chains'>,
  { body, cookies }: Pick<Call<Verify>, 'body' | 'cookies'>,
): Promise<Output<Verify>> {
  const challenge = await findChallenge(context, body)
  if (challenge === null) {
    // Performs the work of a signature, so that the response time reveals nothing either.
    await recoverSigner(hashSignInMessage('evm', body.message), body.signature)
    throw new SignInRefusedError()
  }
  const { address, wallet_type: walletType, chain_id, message } = challenge
  const asked = { address, walletType, chainId: Number(chain_id), message }
  const speaker = await findSpeaker(context, asked, body.signature)
  if (speaker === null) throw new SignInRefusedError()
  const { tenantId, session } = await openSession(context, challenge, {
    ...speaker,
    presented: cookies.session,
    invitation: body.invitation,
  })
  cookies.setSession(session.value, session.maxAgeS)
  return { address, walletType, tenantId, expiresAt: session.expiresAt }
}

/** `presented`: the session that the browser brought; it ends, and its value never becomes the new one's. */
async function openSession(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  { id, address, wallet_type: walletType }: Row<'challenges'>,
  facts: Speaker & { presented: string | null; invitation: string | undefined },
): Promise<{ tenantId: string; session: StartedSession }> {
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
    await endPresentedSession(context, presented, tx)
    const session = await startSession(context, { tenantId, walletAddress: address }, tx)
    return { tenantId, session }
  })
}
