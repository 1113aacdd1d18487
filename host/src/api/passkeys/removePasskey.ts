import type { api, Output } from '@secure-payment/core/api'
import { addAuditEntry } from '../../audit/createAudit.ts'
import { principalOf } from '../../auth/caller.ts'
import { PasskeyNotFoundError } from '../../auth/passkeys/errors.ts'
import { guardConfirmed, isSecondFactorOn } from '../../auth/passkeys/guardConfirmed.ts'
import { actorOf } from '../../auth/passkeys/memberKind.ts'
import { switchOffFactor } from '../../auth/passkeys/switchOffFactor.ts'
import { endPasskeySessions } from '../../auth/sessions.ts'
import { mailMember } from '../../contacts/mailMember.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Call } from '../../http/implement.ts'
import { lockMember } from '../contact/lockMember.ts'
import { guardPasskeyId } from './guardPasskeyId.ts'

type Remove = typeof api.passkeys.remove

/**
 * Removes one of the calling member's passkeys. Without a passkey there is no second factor, so the removal of the last passkey
 * switches the second factor off. Ends all other sessions that a passkey opened or last confirmed. While the second factor is on, the
 * session must have been confirmed by a passkey or a recovery code.
 *
 * @throws PasskeyNotFoundError, ConfirmationRequiredError, CallerRefusedError
 */
export async function removePasskey(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random' | 'sealer'>,
  { params, caller }: Pick<Call<Remove>, 'params' | 'caller'>,
): Promise<Output<Remove>> {
  guardPasskeyId(params.id)
  const memberId = principalOf(caller)
  const { tenantId } = caller
  await context.db.transaction(async (tx) => {
    // Locks the member, so that two concurrent removals do not leave a second factor without a passkey.
    await lockMember(tx, caller)
    const { numDeletedRows } = await tx
      .deleteFrom('passkeys')
      .where('id', '=', params.id)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw new PasskeyNotFoundError()
    await guardConfirmed(tx, context, caller)
    await context.audit?.write(tx, params.id)
    // The removed passkey's holder may hold a session that the passkey opened. A session does not name its passkey, so all other sessions
    // that a passkey opened or last confirmed end.
    await endPasskeySessions(caller, tx)
    if ((await isSecondFactorOn(tx, memberId)) && !(await hasPasskey(tx, memberId))) {
      await switchOffFactor(tx, memberId)
      const action = 'second_factor.disabled'
      const actor = actorOf(memberId)
      await addAuditEntry(tx, context, { tenantId, action, actor, objectId: memberId })
    }
    await mailMember(tx, context, {
      tenantId,
      memberId,
      subject: 'A passkey was removed',
      paragraphs: [
        'A passkey was removed from your account and can no longer sign in. Sessions that a passkey opened have ended.',
        'If this was not you, change your password and review your passkeys in the console, under Account.',
      ],
    })
  })
  return { success: true }
}

async function hasPasskey(tx: Tx, memberId: string): Promise<boolean> {
  const passkey = await tx
    .selectFrom('passkeys')
    .select('id')
    .where('member_id', '=', memberId)
    .limit(1)
    .executeTakeFirst()
  return passkey !== undefined
}
