import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { SessionCaller } from '../caller.ts'
import { principalOf } from '../caller.ts'
import { ConfirmationRequiredError } from './errors.ts'

/** The time for which a proof of identity counts for changes to passkeys. */
const CONFIRMED_MS = 10 * 60_000

/**
 * Rejects a session without a recent proof that its holder is the member: an open session alone must not suffice to take over a member. A
 * sign-in is such a proof. While a passkey is the second factor, or with `isByPasskey`, only a passkey or a recovery code counts.
 *
 * @throws ConfirmationRequiredError
 */
export async function guardConfirmed(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  caller: SessionCaller,
  { isByPasskey = false }: { isByPasskey?: boolean } = {},
): Promise<void> {
  const needsPasskey = isByPasskey || (await isSecondFactorOn(tx, principalOf(caller)))
  const session = await tx
    .selectFrom('sessions')
    .select(['confirmed_at', 'confirmed_by'])
    .where('id', '=', caller.sessionId)
    .executeTakeFirst()
  const { confirmed_at: at = null, confirmed_by: by = null } = session ?? {}
  const isRecent = at !== null && at > new Date(now().getTime() - CONFIRMED_MS).toISOString()
  const isEnough = by === 'passkey' || by === 'recovery_code' || !needsPasskey
  if (!isRecent || !isEnough) throw new ConfirmationRequiredError({ isByPasskey: needsPasskey })
}

/** Returns whether the member's sign-in by password or wallet also needs a passkey. */
export async function isSecondFactorOn(tx: Tx, memberId: string): Promise<boolean> {
  const factor = await tx
    .selectFrom('member_factors')
    .select('is_second_factor')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return factor?.is_second_factor === 1
}
