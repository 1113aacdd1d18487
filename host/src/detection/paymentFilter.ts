import { PAYMENT_TOPICS } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { LogFilter } from '../chains/chainClient.ts'

/** The contracts that payment events come from. The batch contract calls these and emits none of its own. */
const PROXIES = [
  'ERC20FeeProxy',
  'EthereumFeeProxy',
  'Erc20ConversionProxy',
  'EthConversionProxy',
] as const

/** The logs that can be payments on a network: the payment events of every known version of its proxies. */
export function paymentFilter(network: Network): LogFilter {
  const deployments = PROXIES.flatMap((name) => {
    const contract = network.contracts[name]
    return contract === undefined ? [] : [contract, ...(contract.others ?? [])]
  })
  return {
    addresses: [...new Set(deployments.map(({ address }) => address.toLowerCase()))],
    topics: PAYMENT_TOPICS,
  }
}
