import type { api, Output } from '@secure-payment/core/api'
import type { Destination } from '@secure-payment/core/destinations'
import { forgetCredentials } from '../../auth/credentials.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { describePayeeDestination } from './describePayeeDestination.ts'
import { PayeeDestinationNotFoundError } from './errors.ts'
import { findActive } from './findActive.ts'
import { lockWallet } from './lockWallet.ts'
import { readRoute } from './readRoute.ts'

type Update = typeof api.payeeDestinations.update

/**
 * Gives the active record of the signed-in wallet another chain and token. Its id stays, so the client IDs that are bound to it
 * follow.
 *
 * @throws PayeeDestinationNotFoundError when none is active
 */
export async function updatePayeeDestination(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  { body, caller }: Call<Update>,
): Promise<Output<Update>> {
  const route = readRoute(context.config, caller.wallet, body)
  const now = context.now().toISOString()
  const updated = await context.db.transaction(async (tx) => {
    await lockWallet(tx, route.walletAddress)
    const active = await findActive(tx, route.walletAddress)
    if (active === undefined) throw new PayeeDestinationNotFoundError({ which: 'active' })
    if (active.destination_id === route.destinationId) return active
    await absorbOlder(tx, { active, route, now })
    return tx
      .updateTable('payee_destinations')
      .set({
        // As for a new record: those of another merchant account do not follow a wallet that has left it.
        tenant_id: caller.tenantId,
        chain_id: BigInt(route.chainId),
        token_address: route.tokenAddress,
        destination_id: route.destinationId,
        updated_at: now,
      })
      .where('id', '=', active.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  forgetCredentials(context)
  return describePayeeDestination(updated)
}

/**
 * There is one record per route. An inactive one that had this route before gives way to the active record: client IDs that were
 * bound to it are bound to the active one from now on, which pays to the same place. It is deleted first: a client ID that is being
 * bound to it holds its row, so this waits and then sees that client ID.
 */
async function absorbOlder(
  tx: Tx,
  { active, route, now }: { active: Row<'payee_destinations'>; route: Destination; now: string },
): Promise<void> {
  const older = await tx
    .deleteFrom('payee_destinations')
    .where('destination_id', '=', route.destinationId)
    .returning('id')
    .executeTakeFirst()
  if (older === undefined) return
  await tx
    .updateTable('client_ids')
    .set({ payee_destination_id: active.id, updated_at: now })
    .where('tenant_id', '=', active.tenant_id)
    .where('payee_destination_id', '=', older.id)
    .execute()
}
