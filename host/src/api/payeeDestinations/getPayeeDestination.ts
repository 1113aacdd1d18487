import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describePayeeDestination } from './describePayeeDestination.ts'
import { findActive } from './findActive.ts'

type Get = typeof api.payeeDestinations.get

/** Returns the signed-in wallet's active destination, or null. */
export async function getPayeeDestination(
  context: Pick<Context, 'db'>,
  { caller }: Call<Get>,
): Promise<Output<Get>> {
  const active = await findActive(context.db.kysely, caller.wallet.address)
  return active === undefined ? null : describePayeeDestination(active)
}
