import { isSingleNode } from '../readNetworkConfigs.ts'
import type { ReadinessCheck } from './readinessCheck.ts'

/**
 * A network with real money whose payments one node alone confirms: a node that lies, or is compromised, is trusted.
 */
export const singleNode: ReadinessCheck = {
  name: 'single_node',
  level: 'warning',
  run: ({ context: { config } }) =>
    config.networks.filter(isSingleNode).map(({ network: { id } }) => ({
      network: id,
      message: `Only one node confirms payments on ${id}. List nodes of different providers, preferably three, or limit payments with PAY_SINGLE_NODE_MAX_USD.`,
    })),
}
