import { PAYMENT_TOPICS } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import { abiNetwork } from '@secure-payment/core/tron'
import type { LogFilter } from '../chains/chainClient.ts'

/** The contracts that emit payment events. The batch contract calls these contracts and emits no payment events itself. */
const PROXIES = [
  'ERC20FeeProxy',
  'EthereumFeeProxy',
  'Erc20ConversionProxy',
  'EthConversionProxy',
] as const

/**
 * Returns the filter for the logs that can be payments on a network. These logs are the payment events of every known version of its
 * proxies, in the ABI's hex.
 */
export function paymentFilter(network: Network): LogFilter {
  const { contracts } = abiNetwork(network)
  const deployments = PROXIES.flatMap((name) => {
    const contract = contracts[name]
    return contract === undefined ? [] : [contract, ...(contract.others ?? [])]
  })
  return {
    addresses: [...new Set(deployments.map(({ address }) => address.toLowerCase()))],
    topics: PAYMENT_TOPICS,
  }
}
