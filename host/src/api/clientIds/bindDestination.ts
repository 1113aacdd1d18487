import { InvalidInputError, isUlid } from '@secure-payment/core'
import { findCurrencyByToken } from '@secure-payment/core/catalogue'
import { destinationToken, parseDestinationId } from '@secure-payment/core/destinations'
import { findNetworkByChainId } from '@secure-payment/core/networks'
import { atField } from '../../atField.ts'
import { type Config, findServedNetwork } from '../../config.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { refuseNativeCoin } from '../../requests/refuseNativeCoin.ts'

const FIELD = 'payeeDestinationId'

/**
 * Reads the destination that a client ID is bound to: the id of a payee destination record, or a composite id. Normalises a composite id.
 * This host must serve the chain, and the token must be in the currency list. Null and undefined are returned unchanged.
 *
 * @throws InvalidInputError, or UnpayableCurrencyError, at `payeeDestinationId`
 */
export function readDestinationReference<T extends null | undefined>(
  config: Pick<Config, 'networks'>,
  text: string | T,
): string | T {
  if (typeof text !== 'string' || isUlid(text)) return text
  const destination = atField(FIELD, () => parseDestinationId(text))
  const network = findNetworkByChainId(destination.chainId)
  const payment = network && findCurrencyByToken(network, destinationToken(destination))
  if (network === undefined || payment === undefined) {
    throw invalid('unknown_currency', 'names a chain or token that is not in the currency list')
  }
  if (findServedNetwork(config, network.id) === undefined) {
    const served = config.networks.map((entry) => entry.network.id).join(', ')
    const message = `is on ${network.id}, which this host does not serve: use one of ${served}`
    throw invalid('unsupported_network', message)
  }
  refuseNativeCoin(network, { payment, field: FIELD })
  return destination.destinationId
}

/**
 * Verifies that a record to bind belongs to the tenant, and locks its row against removal until the transaction ends. A composite id
 * needs no record.
 *
 * @throws InvalidInputError at `payeeDestinationId`
 */
export async function holdOwnDestination(
  tx: Tx,
  facts: { reference: string | null | undefined; tenantId: string },
): Promise<void> {
  const { reference, tenantId } = facts
  if (!reference || !isUlid(reference)) return
  const { numUpdatedRows } = await tx
    .updateTable('payee_destinations')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', reference)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) return
  throw invalid('payee_destination_not_found', 'is not the id of one of your payee destinations')
}

function invalid(code: string, message: string): InvalidInputError {
  return new InvalidInputError([{ field: FIELD, code, message }])
}
