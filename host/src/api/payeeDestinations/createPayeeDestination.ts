import type { api, Output } from '@secure-payment/core/api'
import { forgetCredentials } from '../../auth/credentials.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { describePayeeDestination } from './describePayeeDestination.ts'
import { lockWallet } from './lockWallet.ts'
import { readPolicy } from './readPolicy.ts'
import { readRoute } from './readRoute.ts'

type Create = typeof api.payeeDestinations.create

/**
 * Activates a route for the signed-in wallet, in a new record or in the wallet's earlier record for this route. If that record belongs to
 * a merchant account that the wallet has left, the record moves to the current account.
 */
export async function createPayeeDestination(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random'>,
  { body, caller }: Call<Create>,
): Promise<Output<Create>> {
  const route = readRoute(context.config, caller.wallet, body)
  const policy = readPolicy(context.config, body.accessPolicy, route)
  const now = context.now().toISOString()
  const row: Row<'payee_destinations'> = {
    id: createId(context),
    tenant_id: caller.tenantId,
    wallet_address: route.walletAddress,
    chain_id: BigInt(route.chainId),
    token_address: route.tokenAddress,
    destination_id: route.destinationId,
    is_active: 1,
    access_policy: policy.access_policy ?? null,
    created_at: now,
    updated_at: now,
  }
  const active = await context.db.transaction(async (tx) => {
    await lockWallet(tx, route.walletAddress)
    await tx
      .updateTable('payee_destinations')
      .set({ is_active: 0, updated_at: now })
      .where('wallet_address', '=', route.walletAddress)
      .where('is_active', '=', 1)
      .where('destination_id', '!=', route.destinationId)
      .execute()
    const stored = await tx
      .insertInto('payee_destinations')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('destination_id')
          .doUpdateSet({ tenant_id: caller.tenantId, is_active: 1, ...policy, updated_at: now }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    await context.audit?.write(tx, stored.destination_id)
    return stored
  })
  forgetCredentials(context)
  return describePayeeDestination(active)
}
