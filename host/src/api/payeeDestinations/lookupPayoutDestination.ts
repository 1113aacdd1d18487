import type { api, Output } from '@secure-payment/core/api'
import { atField } from '../../atField.ts'
import { recognizeWallet } from '../../auth/wallet/recognizeWallet.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describePayoutDestination } from './describePayoutDestination.ts'
import { findActive } from './findActive.ts'

type Lookup = typeof api.payeeDestinations.payoutLookup

/**
 * Returns the active destination of any wallet, or null. The response contains only what a payment link shows to its payers.
 *
 * @throws InvalidInputError
 */
export async function lookupPayoutDestination(
  context: Pick<Context, 'db'>,
  { query }: Call<Lookup>,
): Promise<Output<Lookup>> {
  const { address } = atField('walletAddress', () => recognizeWallet(query.walletAddress))
  const row = await findActive(context.db.kysely, address)
  return row === undefined ? null : describePayoutDestination(row)
}
