import { findCurrency } from '../networks/index.ts'
import { marketAsset } from './marketAsset.ts'

/** Two assets by their market symbols: the one that is priced, and the one in which the price is stated. */
export type Pair = { asset: string; currency: string }

/**
 * Returns the pricing of an invoice currency in a payment currency: at par if both are the same asset, otherwise at the pair's market
 * price. Null if a currency has no market price, if the payment currency is fiat or equals the invoice currency, or if only one is test
 * money.
 */
export function findPricing(
  invoiceCurrency: string,
  paymentCurrency: string,
): { pricing: 'par' | 'market'; pair: Pair } | null {
  const currency = marketAsset(invoiceCurrency)
  const asset = marketAsset(paymentCurrency)
  const invoice = findCurrency(invoiceCurrency)
  const payment = findCurrency(paymentCurrency)
  if (currency === null || asset === null || invoice === payment) return null
  const network = payment?.network ?? null
  if (network === null) return null
  const isOtherMoney = invoice?.network != null && invoice.network.isTestnet !== network.isTestnet
  if (isOtherMoney) return null
  return { pricing: asset === currency ? 'par' : 'market', pair: { asset, currency } }
}
