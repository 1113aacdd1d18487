import type { api, Output } from '@secure-payment/core/api'
import { principalOf } from '../../auth/caller.ts'
import { describePasskey } from '../../auth/passkeys/describePasskey.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type List = typeof api.passkeys.list

/** Returns the calling member's passkeys, and the state of the second factor. */
export async function listPasskeys(
  { db }: Pick<Context, 'db'>,
  { caller }: Pick<Call<List>, 'caller'>,
): Promise<Output<List>> {
  const memberId = principalOf(caller)
  const rows = await db.kysely
    .selectFrom('passkeys')
    .select(['id', 'name', 'is_synced', 'created_at', 'last_used_at'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
  const factor = await db.kysely
    .selectFrom('member_factors')
    .select('is_second_factor')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const codes = await db.kysely
    .selectFrom('recovery_codes')
    .select('hash')
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .execute()
  return {
    passkeys: rows.map(describePasskey),
    isSecondFactor: factor?.is_second_factor === 1,
    recoveryCodesLeft: codes.length,
  }
}
