import { type Config, findServedNetwork } from '../config.ts'
import { BatchUnsupportedError } from './errors.ts'

/**
 * Rejects a batch with an item on a network whose entry on this host has no batch contract. `field` names the list of
 * the items.
 *
 * @throws BatchUnsupportedError
 */
export function guardBatch(
  config: Pick<Config, 'networks'>,
  items: readonly { network: string }[],
  field: string,
): void {
  const single = items.find(
    ({ network }) =>
      findServedNetwork(config, network)?.network.contracts.BatchConversionPayments === undefined,
  )
  if (single !== undefined) throw new BatchUnsupportedError({ network: single.network, field })
}
