import { findCurrency } from '@secure-payment/core/networks'
import { escapeHtml } from '../http/escapeHtml.ts'
import type { PageLanguage } from '../http/pageWords.ts'

/** The maximum number of decimals that `Intl.NumberFormat` permits. */
const MOST_DECIMALS = 100

/**
 * Writes a price as HTML, as the payment page does. A fiat amount follows the language's rules; a token amount with a fraction has
 * at least two decimals.
 */
export function formatPrice(amount: string, symbol: string, language: PageLanguage): string {
  if (findCurrency(symbol)?.network === null)
    return `<bdi dir="ltr">${money(amount, symbol, language)}</bdi>`
  const [, fraction = ''] = amount.split('.')
  const text = fraction.length === 1 ? `${amount}0` : amount
  return `<bdi dir="ltr">${formatNumber(text, language)} <span class="currency">${escapeHtml(symbol)}</span></bdi>`
}

/**
 * Writes a number with its own decimals. The formatter reads every digit of a decimal string, which is the only form that the
 * schema permits.
 */
export function formatNumber(amount: string, language: PageLanguage): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const formatter = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return escapeHtml(formatter.format(amount as Intl.StringNumericLiteral))
}

/** Formats fiat money with at least the currency's usual number of decimals, and omits no decimal. */
function money(amount: string, currency: string, language: PageLanguage): string {
  const formatter = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'currency',
    currency,
    maximumFractionDigits: MOST_DECIMALS,
  })
  return escapeHtml(formatter.format(amount as Intl.StringNumericLiteral))
}
