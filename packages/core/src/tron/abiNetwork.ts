import type { Contract, Deployment, Network } from '../networks/network.ts'
import { toAbiAddress } from './toAbiAddress.ts'

/**
 * A Tron network as the ABI codec sees it: of family `evm`, every address in its `0x` form. An EVM network is returned as it
 * is. Made once a network and kept, so the result may be compared by identity.
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

/** A pure function's memory: it changes no result. */
const abiNetworks = new WeakMap<Network, Network>()

function toAbiContract(contract: Contract): Contract {
  const { others } = contract
  const converted = toAbiDeployment(contract)
  return others === undefined ? converted : { ...converted, others: others.map(toAbiDeployment) }
}

function toAbiDeployment<Entry extends Pick<Deployment, 'address'>>(entry: Entry): Entry {
  return { ...entry, address: toAbiAddress(entry.address) }
}
