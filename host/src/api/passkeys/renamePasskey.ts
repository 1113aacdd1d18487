import type { api, Output } from '@secure-payment/core/api'
import { principalOf } from '../../auth/caller.ts'
import { describePasskey } from '../../auth/passkeys/describePasskey.ts'
import { PasskeyNotFoundError } from '../../auth/passkeys/errors.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { guardPasskeyId } from './guardPasskeyId.ts'

type Rename = typeof api.passkeys.update

/**
 * Gives one of the calling member's passkeys another name.
 *
 * @throws PasskeyNotFoundError
 */
export async function renamePasskey(
  context: Pick<Context, 'audit' | 'db'>,
  { params, body, caller }: Pick<Call<Rename>, 'params' | 'body' | 'caller'>,
): Promise<Output<Rename>> {
  guardPasskeyId(params.id)
  return context.db.transaction(async (tx) => {
    const renamed = await tx
      .updateTable('passkeys')
      .set({ name: body.name })
      .where('id', '=', params.id)
      .where('member_id', '=', principalOf(caller))
      .returning(['id', 'name', 'is_synced', 'created_at', 'last_used_at'])
      .executeTakeFirst()
    if (renamed === undefined) throw new PasskeyNotFoundError()
    await context.audit?.write(tx, renamed.id)
    return describePasskey(renamed)
  })
}
