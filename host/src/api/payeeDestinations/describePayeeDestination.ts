import type { api, Output } from '@secure-payment/core/api'
import { parseDestinationId } from '@secure-payment/core/destinations'
import { parseAccessPolicy } from '../../access/accessPolicy.ts'
import { describePolicy } from '../../access/describePolicy.ts'
import type { Row } from '../../db/schema.ts'

/** Describes a stored payee destination in the API's format. */
export function describePayeeDestination(
  row: Row<'payee_destinations'>,
): Output<typeof api.payeeDestinations.create> {
  const destination = parseDestinationId(row.destination_id)
  return {
    id: row.id,
    destinationId: destination.destinationId,
    walletAddress: destination.walletAddress,
    tokenAddress: destination.tokenAddress,
    chainId: destination.chainId,
    binaryInteropAddress: destination.binaryInteropAddress,
    humanReadableInteropAddress: destination.humanReadableInteropAddress,
    // Each record needed the wallet's own session or signature, so the wallet's holder has confirmed it.
    claimed: true,
    active: row.is_active === 1,
    accessPolicy: describePolicy(parseAccessPolicy(row.access_policy)),
    revision: row.revision,
    createdAt: row.created_at,
  }
}
