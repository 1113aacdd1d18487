import type { Network } from '@secure-payment/core/networks'
import { type Config, findServedNetwork } from '../config.ts'
import { UnsupportedNetworkError } from './errors.ts'

/**
 * Returns the host's own entry of a network, whose contract addresses may differ from the registry's. `field` is the
 * member of the call that names the network; empty if none.
 *
 * @throws UnsupportedNetworkError
 */
export function serveNetwork(config: Pick<Config, 'networks'>, id: string, field: string): Network {
  const network = findServedNetwork(config, id)?.network
  if (network !== undefined) return network
  const served = config.networks.map((entry) => entry.network.id)
  throw new UnsupportedNetworkError({ network: id, served, field })
}
