import type { api, Output } from '@secure-payment/core/api'
import { principalOf } from '../../auth/caller.ts'
import { SecondFactorOffError } from '../../auth/passkeys/errors.ts'
import { guardConfirmed, isSecondFactorOn } from '../../auth/passkeys/guardConfirmed.ts'
import { switchOffFactor } from '../../auth/passkeys/switchOffFactor.ts'
import { mailMember } from '../../contacts/mailMember.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { lockMember } from '../contact/lockMember.ts'

type Disable = typeof api.secondFactor.disable

/**
 * Switches off the calling member's second factor, after a proof by passkey or recovery code.
 *
 * @throws SecondFactorOffError, ConfirmationRequiredError, CallerRefusedError
 */
export async function disableSecondFactor(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random' | 'sealer'>,
  { caller }: Pick<Call<Disable>, 'caller'>,
): Promise<Output<Disable>> {
  const memberId = principalOf(caller)
  await context.db.transaction(async (tx) => {
    await lockMember(tx, caller)
    if (!(await isSecondFactorOn(tx, memberId))) throw new SecondFactorOffError()
    await guardConfirmed(tx, context, caller)
    await switchOffFactor(tx, memberId)
    await context.audit?.write(tx, memberId)
    await mailMember(tx, context, {
      tenantId: caller.tenantId,
      memberId,
      subject: 'Your sign-in no longer needs a passkey',
      paragraphs: [
        'From now on, a password or a wallet alone is enough to sign in to your account.',
        'If this was not you, change your password and switch the second factor on again in the console, under Account.',
      ],
    })
  })
  return { success: true }
}
