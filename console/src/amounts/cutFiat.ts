import { findCurrency } from '@secure-payment/core/networks'

/**
 * Rounds a fiat amount down to the currency's decimals: `12.49875` dollars are `12.49`, `99.5` yen `99`. Every view of an amount thus shows
 * the same figure. An amount below the smallest unit, and a token's, keep all their decimals.
 */
export function cutFiat(amount: string, symbol: string): string {
  const currency = findCurrency(symbol)?.currency
  if (currency?.type !== 'ISO4217') return amount
  const [whole = '', fraction = ''] = amount.split('.')
  if (fraction.length <= currency.decimals) return amount
  const kept = fraction.slice(0, currency.decimals).replace(/0+$/, '')
  const cut = kept === '' ? whole : `${whole}.${kept}`
  return /[1-9]/.test(cut) || !/[1-9]/.test(fraction) ? cut : amount
}

/** Returns a fiat amount with all its decimals, such as `12.49875 USD`; null if `cutFiat` drops no decimal. */
export function exactFiat(amount: string, currency: string): string | null {
  return cutFiat(amount, currency) === amount ? null : `${amount}\u00a0${currency}`
}
