import type { Address } from 'viem'

/** Returns the host's setting for a deployed ERC20RecurringPaymentProxy, as a line for an environment file. */
export function settingLine(networkId: string, address: Address): string {
  const suffix = networkId.toUpperCase().replaceAll('-', '_')
  return `PAY_CONTRACTS_${suffix}=${JSON.stringify({ ERC20RecurringPaymentProxy: address })}`
}
