import { findCurrency } from '@secure-payment/core/networks'
import { escapeHtml } from '../http/escapeHtml.ts'
import type { PageLanguage } from '../http/pageWords.ts'

/** The maximum that the formatter permits. */
const MOST_DECIMALS = 100

/**
 * Writes a price as HTML, as the payment page does. Fiat money follows the rules of the language, and a fraction of tokens has at
 * least two decimals.
 */
export function formatPrice(amount: string, symbol: string, language: PageLanguage): string {
  if (findCurrency(symbol)?.network === null)
    return `<bdi dir="ltr">${money(amount, symbol, language)}</bdi>`
  const [, fraction = ''] = amount.split('.')
  const text = fraction.length === 1 ? `${amount}0` : amount
  return `<bdi dir="ltr">${formatNumber(text, language)} <span class="currency">${escapeHtml(symbol)}</span></bdi>`
}

/** Writes a number with its own decimals. The formatter reads all digits of a decimal string, and the schema permits nothing else. */
export function formatNumber(amount: string, language: PageLanguage): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const formatter = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return escapeHtml(formatter.format(amount as Intl.StringNumericLiteral))
}

/** The currency decides the minimum number of decimals; none is lost. */
function money(amount: string, currency: string, language: PageLanguage): string {
  const formatter = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'currency',
    currency,
    maximumFractionDigits: MOST_DECIMALS,
  })
  return escapeHtml(formatter.format(amount as Intl.StringNumericLiteral))
}
