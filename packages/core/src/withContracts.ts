import { BaseError, quoteInput } from './errors.ts'
import { checksumAddress } from './evm/address.ts'
import {
  type Contract,
  type ContractName,
  contractNames,
  type Network,
} from './networks/network.ts'
import { tronAddressBody } from './tronAddress.ts'

/** The given name does not belong to a payment contract. */
export class UnknownContractError extends BaseError {
  readonly code = 'unknown_contract'
  readonly kind = 'invalid'

  constructor(facts: { contract: string; network: string }) {
    super(`Contract ${quoteInput(facts.contract)} of network ${facts.network} is unknown.`, {
      hint: `Use one of: ${contractNames.join(', ')}.`,
    })
  }
}

/**
 * Returns a network with other contract addresses, for operators who deployed their own. New payments use the given address. The replaced
 * one stays in `others`, so that payments already built for it still count. Its `creationBlock` is kept as a lower bound for scans.
 *
 * @throws UnknownContractError when a name is not a contract's.
 * @throws InvalidAddressError when an address is not one of the network's family.
 */
export function withContracts(
  network: Network,
  overrides: Partial<Record<ContractName, string>>,
): Network {
  const contracts: { [Name in ContractName]?: Contract } = { ...network.contracts }
  for (const [name, address] of Object.entries(overrides)) {
    if (!isContractName(name)) {
      throw new UnknownContractError({ contract: name, network: network.id })
    }
    contracts[name] = replaceContract(contracts[name], canonicalAddress(network, address))
  }
  return { ...network, contracts }
}

function isContractName(name: string): name is ContractName {
  return contractNames.some((known) => known === name)
}

function canonicalAddress(network: Network, address: string): string {
  if (network.family === 'evm') return checksumAddress(address)
  tronAddressBody(address)
  return address
}

function replaceContract(former: Contract | undefined, address: string): Contract {
  if (former === undefined) return { address, version: 'custom', creationBlock: 0 }
  if (former.address === address) return former
  const { others = [], ...replaced } = former
  return {
    address,
    version: 'custom',
    creationBlock: former.creationBlock,
    others: [replaced, ...others.filter((other) => other.address !== address)],
  }
}
