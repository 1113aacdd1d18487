import type { Destination } from '@secure-payment/core/destinations'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import { createId } from '../../id.ts'
import { returnTo } from './leftDestinations.ts'
import { lockWallet } from './lockWallet.ts'
import { nextRevision } from './nextRevision.ts'

/**
 * Activates a route for its wallet, in a new record or in the wallet's earlier record for this route, and deactivates the wallet's other
 * route. If the earlier record belongs to a merchant account that the wallet has left, the record moves to this account. `policy` changes
 * the record's policy; empty to keep it. `isReturn` confirms a route that the merchant moved away from.
 *
 * @throws DestinationMovedError
 */
export async function activateDestination(
  context: Pick<Context, 'now' | 'random'>,
  tx: Tx,
  facts: {
    tenantId: string
    route: Destination
    policy: Partial<Pick<Row<'payee_destinations'>, 'access_policy'>>
    isReturn: boolean
  },
): Promise<Row<'payee_destinations'>> {
  const { tenantId, route, policy, isReturn } = facts
  const now = context.now().toISOString()
  await lockWallet(tx, route.walletAddress)
  const { destinationId } = route
  await returnTo(tx, { tenantId, destinationId, isConfirmed: isReturn })
  const row: Row<'payee_destinations'> = {
    id: createId(context),
    tenant_id: tenantId,
    wallet_address: route.walletAddress,
    chain_id: BigInt(route.chainId),
    token_address: route.tokenAddress,
    destination_id: route.destinationId,
    is_active: 1,
    access_policy: policy.access_policy ?? null,
    revision: await nextRevision(tx, route.walletAddress),
    created_at: now,
    updated_at: now,
  }
  await tx
    .updateTable('payee_destinations')
    .set({ is_active: 0, updated_at: now })
    .where('wallet_address', '=', route.walletAddress)
    .where('is_active', '=', 1)
    .where('destination_id', '!=', route.destinationId)
    .execute()
  return tx
    .insertInto('payee_destinations')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('destination_id').doUpdateSet({
        tenant_id: tenantId,
        is_active: 1,
        ...policy,
        revision: row.revision,
        updated_at: now,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
