import type { api, Output } from '@secure-payment/core/api'
import { forgetCredentials } from '../../auth/credentials.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { activateDestination } from './activateDestination.ts'
import { describePayeeDestination } from './describePayeeDestination.ts'
import { readPolicy } from './readPolicy.ts'
import { readRoute } from './readRoute.ts'

type Create = typeof api.payeeDestinations.create

/**
 * Activates a route for the signed-in wallet, in a new record or in the wallet's earlier record for this route. If that record belongs to
 * a merchant account that the wallet has left, the record moves to the current account.
 *
 * @throws InvalidInputError naming the field, UnpayableCurrencyError, DestinationMovedError
 */
export async function createPayeeDestination(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random'>,
  { body, caller }: Call<Create>,
): Promise<Output<Create>> {
  const route = readRoute(context.config, caller.wallet, body)
  const policy = readPolicy(context.config, body.accessPolicy, route)
  const { tenantId } = caller
  const active = await context.db.transaction(async (tx) => {
    const stored = await activateDestination(context, tx, {
      tenantId,
      route,
      policy,
      isReturn: body.confirmReturn === true,
    })
    await context.audit?.write(tx, stored.destination_id)
    return stored
  })
  forgetCredentials(context)
  return describePayeeDestination(active)
}
