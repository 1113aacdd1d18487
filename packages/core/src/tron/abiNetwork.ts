import type { Contract, Deployment, Network } from '../networks/network.ts'
import { toAbiAddress } from './toAbiAddress.ts'

/**
 * Converts a Tron network for the ABI codec: the result has the family `evm`, and every address in its `0x` form. An EVM network is
 * returned unchanged. The result is created once per network and cached, so it can be compared by identity.
 *
 * @throws InvalidAddressError when an address of the network is not Tron's.
 */
export function abiNetwork(network: Network): Network {
  if (network.family === 'evm') return network
  const known = abiNetworks.get(network)
  if (known !== undefined) return known
  const converted: Network = {
    ...network,
    family: 'evm',
    tokens: network.tokens.map(toAbiDeployment),
    contracts: Object.fromEntries(
      Object.entries(network.contracts).map(([name, contract]) => [name, toAbiContract(contract)]),
    ),
  }
  abiNetworks.set(network, converted)
  return converted
}

/** The cache changes no result, because the function is pure. */
const abiNetworks = new WeakMap<Network, Network>()

function toAbiContract(contract: Contract): Contract {
  const { others } = contract
  const converted = toAbiDeployment(contract)
  return others === undefined ? converted : { ...converted, others: others.map(toAbiDeployment) }
}

function toAbiDeployment<Entry extends Pick<Deployment, 'address'>>(entry: Entry): Entry {
  return { ...entry, address: toAbiAddress(entry.address) }
}
