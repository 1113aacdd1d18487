import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { type CodePurpose, hashMailCode } from './createMailCode.ts'
import { CodeRefusedError } from './errors.ts'

/**
 * Consumes a code in the transaction, so only one of several concurrent calls succeeds. The member's other open codes are revoked, such as
 * a reset link that went to an earlier address.
 *
 * @throws CodeRefusedError
 */
export async function useMailCode(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { code, purpose, memberId }: { code: string; purpose: CodePurpose; memberId?: string },
): Promise<Row<'mail_codes'>> {
  const at = now().toISOString()
  const used = await tx
    .updateTable('mail_codes')
    .set({ used_at: at })
    .where('hash', '=', hashMailCode(code))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .$call((update) => (memberId === undefined ? update : update.where('member_id', '=', memberId)))
    .returningAll()
    .executeTakeFirst()
  if (used === undefined) throw new CodeRefusedError()
  await endMailCodes(tx, at, used.member_id)
  return used
}

/** Revokes a member's open codes. */
export async function endMailCodes(tx: Tx, at: string, memberId: string): Promise<void> {
  await tx
    .updateTable('mail_codes')
    .set({ used_at: at })
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .execute()
}
