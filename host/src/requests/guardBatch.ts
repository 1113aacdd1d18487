import { getNetwork } from '@secure-payment/core/networks'
import { BatchUnsupportedError } from './errors.ts'

/**
 * Refuses a batch with an item on a network that takes none. `field` names the list of the items.
 *
 * @throws BatchUnsupportedError
 */
export function guardBatch(items: readonly { network: string }[], field: string): void {
  const single = items.find(({ network }) => getNetwork(network).family === 'tron')
  if (single !== undefined) throw new BatchUnsupportedError({ network: single.network, field })
}
