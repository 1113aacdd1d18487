import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { type SignIn, type StartedSession, startSession } from '../sessions.ts'
import { isAccountId } from './memberKind.ts'

/** The response to a sign-in by passkey or recovery code. */
type SignedIn = Output<typeof api.passkeys.signIn>

/**
 * Starts a session for a member whose identity a passkey or a recovery code has proven.
 *
 * @throws SignInRefusedError for a person who is no longer a member
 */
export async function openSession(
  context: Pick<Context, 'now' | 'random'>,
  { tenantId, memberId, by }: { tenantId: string; memberId: string; by: SignIn['by'] },
  tx: Tx,
): Promise<{ session: StartedSession; signedIn: SignedIn }> {
  const isAccount = isAccountId(memberId)
  const who: SignIn = isAccount
    ? { tenantId, accountId: memberId, by }
    : { tenantId, walletAddress: memberId, by }
  const session = await startSession(context, who, tx)
  const { expiresAt } = session
  return { session, signedIn: { kind: isAccount ? 'account' : 'wallet', tenantId, expiresAt } }
}
