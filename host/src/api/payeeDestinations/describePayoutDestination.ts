import type { api, Output } from '@secure-payment/core/api'
import type { Row } from '../../db/schema.ts'
import { describePayeeDestination } from './describePayeeDestination.ts'

type Described = NonNullable<Output<typeof api.payeeDestinations.payoutLookup>>

/** Describes the part of a destination that a payment link shows to its payers. */
export function describePayoutDestination(row: Row<'payee_destinations'>): Described {
  const { destinationId, walletAddress, tokenAddress, chainId, active, ...described } =
    describePayeeDestination(row)
  const { binaryInteropAddress, humanReadableInteropAddress } = described
  return {
    destinationId,
    walletAddress,
    tokenAddress,
    chainId,
    binaryInteropAddress,
    humanReadableInteropAddress,
    active,
  }
}
