import type { SessionCaller } from '../../auth/caller.ts'
import { principalOf } from '../../auth/caller.ts'
import { CallerRefusedError } from '../../auth/errors.ts'
import { lockTenant } from '../../db/lockTenant.ts'
import type { Tx } from '../../db/openDatabase.ts'

/**
 * Locks the calling member until the transaction ends, so that no record of a removed member is stored. Locks the merchant account first,
 * as changes to the team do; an e-mail about the change also locks it.
 *
 * @throws CallerRefusedError for a member who has just been removed
 */
export async function lockMember(tx: Tx, caller: SessionCaller): Promise<void> {
  await lockTenant(tx, caller.tenantId)
  const id = principalOf(caller)
  const { numUpdatedRows } = await (caller.wallet === null
    ? tx
        .updateTable('accounts')
        .set((eb) => ({ role: eb.ref('role') }))
        .where('id', '=', id)
        .where('tenant_id', '=', caller.tenantId)
        .executeTakeFirst()
    : tx
        .updateTable('wallets')
        .set((eb) => ({ role: eb.ref('role') }))
        .where('address', '=', id)
        .where('tenant_id', '=', caller.tenantId)
        .executeTakeFirst())
  if (numUpdatedRows !== 1n) throw new CallerRefusedError('invalid_session', 'Sign in again.')
}
