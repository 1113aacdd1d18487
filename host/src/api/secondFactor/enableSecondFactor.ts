import type { api, Output } from '@secure-payment/core/api'
import { principalOf } from '../../auth/caller.ts'
import { announceCredentialsChange } from '../../auth/credentials.ts'
import { createRecoveryCodes } from '../../auth/passkeys/createRecoveryCodes.ts'
import { PasskeyMissingError, SecondFactorOnError } from '../../auth/passkeys/errors.ts'
import { guardConfirmed, isSecondFactorOn } from '../../auth/passkeys/guardConfirmed.ts'
import { endOtherSessions } from '../../auth/sessions.ts'
import { mailMember } from '../../contacts/mailMember.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { lockMember } from '../contact/lockMember.ts'

type Enable = typeof api.secondFactor.enable

/**
 * Requires a passkey at every later sign-in by the calling member. The session must have been confirmed with a passkey or a recovery code
 * within ten minutes, so that the member can still sign in. All of the member's other sessions end.
 *
 * @throws PasskeyMissingError, SecondFactorOnError, ConfirmationRequiredError, CallerRefusedError
 */
export async function enableSecondFactor(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random' | 'sealer'>,
  { caller }: Pick<Call<Enable>, 'caller'>,
): Promise<Output<Enable>> {
  const memberId = principalOf(caller)
  const recoveryCodes = await context.db.transaction(async (tx) => {
    await lockMember(tx, caller)
    if (await isSecondFactorOn(tx, memberId)) throw new SecondFactorOnError()
    const passkey = await tx
      .selectFrom('passkeys')
      .select('id')
      .where('member_id', '=', memberId)
      .limit(1)
      .executeTakeFirst()
    if (passkey === undefined) throw new PasskeyMissingError()
    await guardConfirmed(tx, context, caller, { isByPasskey: true })
    await tx
      .updateTable('member_factors')
      .set({ is_second_factor: 1 })
      .where('member_id', '=', memberId)
      .execute()
    await endOtherSessions(caller, tx)
    await context.audit?.write(tx, memberId)
    await mailMember(tx, context, {
      tenantId: caller.tenantId,
      memberId,
      subject: 'Your sign-in needs a passkey now',
      paragraphs: [
        'Every sign-in to your account needs a passkey or a recovery code from now on.',
        'If this was not you, ask an owner of the merchant account to remove the account.',
      ],
    })
    return createRecoveryCodes(tx, context, memberId)
  })
  announceCredentialsChange(context)
  return { recoveryCodes: [...recoveryCodes] }
}
