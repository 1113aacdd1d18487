import type { ContractName } from '@secure-payment/core/networks'
import type { Address } from 'viem'

/** Returns the host's setting for a deployed contract, as a line for an environment file. */
export function settingLine(networkId: string, contract: ContractName, address: Address): string {
  const suffix = networkId.toUpperCase().replaceAll('-', '_')
  return `PAY_CONTRACTS_${suffix}=${JSON.stringify({ [contract]: address })}`
}
