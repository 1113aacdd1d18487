import type { api, Output } from '@secure-payment/core/api'
import { principalOf } from '../../auth/caller.ts'
import { describePasskey } from '../../auth/passkeys/describePasskey.ts'
import { PasskeyTakenError } from '../../auth/passkeys/errors.ts'
import { guardConfirmed } from '../../auth/passkeys/guardConfirmed.ts'
import { takePasskeyChallenge } from '../../auth/passkeys/takePasskeyChallenge.ts'
import { verifyNewPasskey } from '../../auth/passkeys/verifyNewPasskey.ts'
import { mailMember } from '../../contacts/mailMember.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { lockMember } from '../contact/lockMember.ts'
import { guardPasskeyCount } from './guardPasskeyCount.ts'

type Add = typeof api.passkeys.add

/**
 * Stores a new passkey for the calling member. A challenge from another session is rejected, and each challenge works once.
 *
 * @throws PasskeyRefusedError, ConfirmationRequiredError, PasskeyTakenError, TooManyPasskeysError, CallerRefusedError
 */
export async function addPasskey(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random' | 'sealer'>,
  { body, caller }: Pick<Call<Add>, 'body' | 'caller'>,
): Promise<Output<Add>> {
  const memberId = principalOf(caller)
  const { tenantId } = caller
  const holder = { purpose: 'register', id: caller.sessionId } as const
  const challenge = await takePasskeyChallenge(context, body.challengeId, holder)
  const verified = await verifyNewPasskey(context, body.credential, challenge)
  return context.db.transaction(async (tx) => {
    await lockMember(tx, caller)
    await guardConfirmed(tx, context, caller)
    await guardPasskeyCount(tx, memberId)
    const row = {
      id: createId(context),
      tenant_id: tenantId,
      member_id: memberId,
      name: body.name,
      created_at: context.now().toISOString(),
      last_used_at: null,
      ...verified,
    }
    const { numInsertedOrUpdatedRows: inserted = 0n } = await tx
      .insertInto('passkeys')
      .values(row)
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    if (inserted !== 1n) throw new PasskeyTakenError()
    await context.audit?.write(tx, row.id)
    await mailMember(tx, context, {
      tenantId,
      memberId,
      subject: 'A passkey was added',
      paragraphs: [
        'A passkey was added to your account and can now sign in.',
        'If this was not you, remove it in the console, under Account, and change your password.',
      ],
    })
    return describePasskey(row)
  })
}
