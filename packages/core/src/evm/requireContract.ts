import { BaseError } from '../errors.ts'
import type { ContractName, Network } from '../networks/network.ts'

/**
 * Returns the contract address for new payments on an EVM network.
 *
 * @throws ContractNotDeployedError, always on a network in another family.
 */
export function requireContract(network: Network, contract: ContractName): string {
  const deployment = network.family === 'evm' ? network.contracts[contract] : undefined
  if (deployment === undefined)
    throw new ContractNotDeployedError({ network: network.id, contract })
  return deployment.address
}

/** A network lacks the contract for a way to pay. */
export class ContractNotDeployedError extends BaseError {
  readonly code = 'contract_not_deployed'
  readonly kind = 'invalid'

  constructor(facts: { network: string; contract: ContractName }) {
    super(`${facts.contract} is not deployed on ${facts.network}.`, {
      hint: 'Use another network, or configure your own deployment of the contract on the host.',
    })
  }
}
