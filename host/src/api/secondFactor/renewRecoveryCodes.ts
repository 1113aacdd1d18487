import type { api, Output } from '@secure-payment/core/api'
import { principalOf } from '../../auth/caller.ts'
import { createRecoveryCodes } from '../../auth/passkeys/createRecoveryCodes.ts'
import { SecondFactorOffError } from '../../auth/passkeys/errors.ts'
import { guardConfirmed, isSecondFactorOn } from '../../auth/passkeys/guardConfirmed.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { lockMember } from '../contact/lockMember.ts'

type Renew = typeof api.secondFactor.createCodes

/**
 * Replaces the calling member's recovery codes. Only the response contains the new codes.
 *
 * @throws SecondFactorOffError, ConfirmationRequiredError, CallerRefusedError
 */
export async function renewRecoveryCodes(
  context: Pick<Context, 'audit' | 'db' | 'now' | 'random'>,
  { caller }: Pick<Call<Renew>, 'caller'>,
): Promise<Output<Renew>> {
  const memberId = principalOf(caller)
  const recoveryCodes = await context.db.transaction(async (tx) => {
    await lockMember(tx, caller)
    if (!(await isSecondFactorOn(tx, memberId))) throw new SecondFactorOffError()
    await guardConfirmed(tx, context, caller)
    await context.audit?.write(tx, memberId)
    return createRecoveryCodes(tx, context, memberId)
  })
  return { recoveryCodes: [...recoveryCodes] }
}
