import type { Address } from 'viem'

/** The host's setting that makes it use a deployed ERC20RecurringPaymentProxy, as a line of an environment file. */
export function settingLine(networkId: string, address: Address): string {
  const suffix = networkId.toUpperCase().replaceAll('-', '_')
  return `PAY_CONTRACTS_${suffix}=${JSON.stringify({ ERC20RecurringPaymentProxy: address })}`
}
