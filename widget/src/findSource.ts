import { findNetwork, type Network, networks } from '@secure-payment/core/networks'
import { paidSymbol } from './paidCurrency.ts'
import type { PaymentMetadata } from './paymentMetadata.ts'

/** The symbols that a bridge carries: stable currencies, so that their amounts are equal except for the bridge's price. */
export const BRIDGED: ReadonlySet<string> = new Set(['USDC', 'USDT'])

/** Finds the network of the registry that the service calls `chain`, if payments can come from it; otherwise undefined. */
export function findSource(chain: string): Network | undefined {
  return networks.find(
    (network) =>
      network.contracts.LiFiDiamond !== undefined &&
      (network.sourceChain ?? network.id.toUpperCase()) === chain,
  )
}

/** A bridge can pay only a single payee, in a currency with a stable price. An invoice in another currency needs a quote, or is at par. */
export function isBridgeable({ items }: PaymentMetadata): boolean {
  const [item, ...others] = items
  return item !== undefined && others.length === 0 && BRIDGED.has(paidSymbol(item))
}

/**
 * Finds the networks from which a bridge could carry a payment, regardless of the service's offer and the payer's balance.
 */
export function findSources(payment: PaymentMetadata): readonly Network[] {
  const own = findNetwork(payment.network)
  if (own === undefined || !isBridgeable(payment)) return []
  return networks.filter(
    ({ id, contracts, isTestnet, isLocal }) =>
      id !== own.id &&
      contracts.LiFiDiamond !== undefined &&
      isTestnet === own.isTestnet &&
      isLocal === own.isLocal,
  )
}
