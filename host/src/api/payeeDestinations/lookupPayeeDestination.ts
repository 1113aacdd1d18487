import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describePayeeDestination } from './describePayeeDestination.ts'
import { findOwn } from './findOwn.ts'

type Lookup = typeof api.payeeDestinations.lookup

/**
 * Returns one of the signed-in wallet's destinations by its composite id, active or not.
 *
 * @throws InvalidInputError, PayeeDestinationNotFoundError, ForeignPayeeDestinationError
 */
export async function lookupPayeeDestination(
  context: Pick<Context, 'db'>,
  { query, caller }: Call<Lookup>,
): Promise<Output<Lookup>> {
  const { destinationId } = query
  return describePayeeDestination(
    await findOwn(context.db.kysely, { destinationId, walletAddress: caller.wallet.address }),
  )
}
