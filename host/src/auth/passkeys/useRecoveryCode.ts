import { addAuditEntry } from '../../audit/createAudit.ts'
import { mailMember } from '../../contacts/mailMember.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { hashRecoveryCode } from './createRecoveryCodes.ts'
import { RecoveryCodeRefusedError } from './errors.ts'
import { actorOf } from './memberKind.ts'

/**
 * Consumes a recovery code in the transaction, so one of any number of concurrent calls succeeds. A verified address gets a notice.
 *
 * @throws RecoveryCodeRefusedError
 */
export async function useRecoveryCode(
  tx: Tx,
  context: Pick<Context, 'config' | 'now' | 'random' | 'sealer'>,
  { tenantId, memberId, code }: { tenantId: string; memberId: string; code: string },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: context.now().toISOString() })
    .where('hash', '=', hashRecoveryCode(memberId, code))
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new RecoveryCodeRefusedError()
  const actor = actorOf(memberId)
  const used = { tenantId, action: 'recovery_code.used', actor, objectId: memberId } as const
  await addAuditEntry(tx, context, used)
  await mailMember(tx, context, {
    tenantId,
    memberId,
    subject: 'A recovery code was used',
    paragraphs: [
      'One of your account’s recovery codes was used instead of a passkey.',
      'If this was not you, change your password, create new recovery codes and remove unknown passkeys.',
    ],
  })
}
