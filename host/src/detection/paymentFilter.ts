import { PAYMENT_TOPICS } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { LogFilter } from '../chains/chainClient.ts'

/** The logs that can be payments on a network: the payment events of every known version of its fee proxies. */
export function paymentFilter(network: Network): LogFilter {
  const { ERC20FeeProxy, EthereumFeeProxy } = network.contracts
  const deployments = [ERC20FeeProxy, EthereumFeeProxy].flatMap((contract) =>
    contract === undefined ? [] : [contract, ...(contract.others ?? [])],
  )
  return {
    addresses: [...new Set(deployments.map(({ address }) => address.toLowerCase()))],
    topics: PAYMENT_TOPICS,
  }
}
