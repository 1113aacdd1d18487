import { ChainNotConfiguredError, ChainUnavailableError } from '../chains/errors.ts'
import type { Context } from '../context.ts'
import { within } from '../crosschain/within.ts'
import type { Row } from '../db/schema.ts'

/** The maximum time to wait for a node in an operation that does not need one. */
const MAX_WAIT_MS = 2_000

/**
 * Reads optional facts about a schedule from its chain, for a response. Returns null if no node responds in time; a node never causes an
 * error.
 *
 * @throws the error of `read` for any other reason
 */
export async function readSoon<T>(
  { log }: Pick<Context, 'log'>,
  { id, network }: Pick<Row<'recurring_payments'>, 'id' | 'network'>,
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await within(read(), MAX_WAIT_MS)
  } catch (error) {
    const isOutage =
      error instanceof ChainUnavailableError || error instanceof ChainNotConfiguredError
    if (!isOutage) throw error
    log.warn(
      { network, recurringPaymentId: id, reason: error.message },
      'Could not read the open transactions of a recurring payout',
    )
    return null
  }
}
