import type { api, Output } from '@secure-payment/core/api'
import { forgetCredentials } from '../../auth/credentials.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { RevisionConflictError } from '../../paying/editErrors.ts'
import { absorbOlder } from './absorbOlder.ts'
import { describePayeeDestination } from './describePayeeDestination.ts'
import { PayeeDestinationNotFoundError } from './errors.ts'
import { findActive } from './findActive.ts'
import { returnTo } from './leftDestinations.ts'
import { lockWallet } from './lockWallet.ts'
import { readPolicy } from './readPolicy.ts'
import { readRoute } from './readRoute.ts'

type Update = typeof api.payeeDestinations.update

/**
 * Changes the chain and the token of the signed-in wallet's active record. The record's id stays the same, so client IDs that are bound to
 * the record use the new route.
 *
 * @throws PayeeDestinationNotFoundError if none is active, RevisionConflictError, DestinationMovedError, and what `readRoute` and `readPolicy`
 * throw
 */
export async function updatePayeeDestination(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now'>,
  { body, caller }: Call<Update>,
): Promise<Output<Update>> {
  const route = readRoute(context.config, caller.wallet, body)
  const policy = readPolicy(context.config, body.accessPolicy, route)
  const now = context.now().toISOString()
  const updated = await context.db.transaction(async (tx) => {
    await lockWallet(tx, route.walletAddress)
    const active = await findActive(tx, route.walletAddress)
    if (active === undefined) throw new PayeeDestinationNotFoundError({ which: 'active' })
    const { revision, confirmReturn } = body
    if (revision !== undefined && revision !== active.revision) {
      throw new RevisionConflictError(active)
    }
    const isMoved = active.destination_id !== route.destinationId
    if (!isMoved && policy.access_policy === undefined) return active
    if (isMoved) {
      const isConfirmed = confirmReturn === true
      const { destinationId } = route
      await returnTo(tx, { tenantId: caller.tenantId, destinationId, isConfirmed })
      await absorbOlder(tx, { active, route, now })
    }
    await context.audit?.write(tx, route.destinationId)
    return tx
      .updateTable('payee_destinations')
      .set({
        // The record moves to the wallet's current merchant account, because client IDs of an account that the wallet has left
        // must not follow the wallet.
        tenant_id: caller.tenantId,
        chain_id: BigInt(route.chainId),
        token_address: route.tokenAddress,
        destination_id: route.destinationId,
        ...policy,
        revision: active.revision + 1,
        updated_at: now,
      })
      .where('id', '=', active.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  forgetCredentials(context)
  return describePayeeDestination(updated)
}
