import { ChainNotConfiguredError } from '../chains/errors.ts'
import { findServedNetwork } from '../config.ts'
import { DatabaseUnavailableError } from '../db/errors.ts'
import type { Row } from '../db/schema.ts'
import { type RescanContext, rescanRange } from '../detection/rescanRange.ts'
import { acquireLease, createHolder, dropLease } from '../leases/leases.ts'

/** The dependencies for reading a claimed payment's block. */
export type ClaimContext = RescanContext

/** The prefix of a claim's lease name; the id of the unmatched payment follows. */
export const CLAIM_LEASE = 'claim:'

/**
 * Reads a claimed payment's block again and records the payment.
 *
 * @throws ChainNotConfiguredError, ChainUnavailableError, or DatabaseUnavailableError while another host reads the
 * block for the same claim
 */
export async function readBlockAgain(
  context: ClaimContext,
  unmatched: Pick<Row<'unmatched_payments'>, 'id' | 'network' | 'block_number'>,
): Promise<void> {
  const settings = findServedNetwork(context.config, unmatched.network)
  if (settings === undefined) throw new ChainNotConfiguredError(unmatched.network)
  using holder = createHolder(context.random)
  const lease = await acquireLease(context, `${CLAIM_LEASE}${unmatched.id}`, holder.name)
  if (lease === null)
    throw new DatabaseUnavailableError({ operation: 'read the block for a second claim at once' })
  const block = BigInt(unmatched.block_number)
  try {
    await rescanRange(context, settings, { lease, range: { fromBlock: block, toBlock: block } })
  } finally {
    await dropLease(context, lease)
  }
}
