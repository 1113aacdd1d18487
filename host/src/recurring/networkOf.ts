import { getNetwork, type Network } from '@secure-payment/core/networks'
import { findServedNetwork } from '../config.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'

/**
 * Returns a stored schedule's network as this host serves it, otherwise from the registry, because the host may have served it
 * earlier.
 */
export function networkOf(
  { config }: Pick<Context, 'config'>,
  { network }: Pick<Row<'recurring_payments'>, 'network'>,
): Network {
  return findServedNetwork(config, network)?.network ?? getNetwork(network)
}
