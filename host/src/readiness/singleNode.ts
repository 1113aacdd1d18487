import { isSingleNode } from '../config.ts'
import type { ReadinessCheck } from './readinessCheck.ts'

/**
 * A network with real money whose payments only one node confirms, so that a compromised node would be trusted.
 */
export const singleNode: ReadinessCheck = {
  name: 'single_node',
  level: 'warning',
  run: ({ context: { config } }) =>
    config.networks.filter(isSingleNode).map(({ network: { id } }) => ({
      network: id,
      message: `Only one node confirms payments on ${id}. List nodes from different providers, preferably three, or limit payments with PAY_SINGLE_NODE_MAX_USD.`,
    })),
}
