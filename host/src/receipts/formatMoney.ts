import { findCurrency } from '@secure-payment/core/networks'
import type { PageLanguage } from '../http/pageWords.ts'

/** The maximum number of decimals that `Intl.NumberFormat` permits. */
const MOST_DECIMALS = 100
/** A token amount has at least this number of decimals, so that the amounts of a list align. */
const LEAST_DECIMALS = 2

/** Writes an amount as plain text: fiat money by the language’s rules, and a token amount before its symbol. No digit is omitted. */
export function formatMoney(amount: string, symbol: string, language: PageLanguage): string {
  if (findCurrency(symbol)?.network === null) return formatFiat(amount, symbol, language)
  return `${formatNumber(amount, language, LEAST_DECIMALS)}\u00a0${symbol}`
}

/** Writes an amount of fiat money with at least the currency’s usual number of decimals. */
export function formatFiat(amount: string, currency: string, language: PageLanguage): string {
  return new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'currency',
    currency,
    maximumFractionDigits: MOST_DECIMALS,
  }).format(amount as Intl.StringNumericLiteral)
}

/** Writes a number with all its decimals, and at least `least`. The formatter reads every digit of a decimal string. */
export function formatNumber(amount: string, language: PageLanguage, least = 0): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(`${language}-u-nu-latn`, {
    minimumFractionDigits: Math.max(decimals, least),
    maximumFractionDigits: Math.max(decimals, least),
  }).format(amount as Intl.StringNumericLiteral)
}

/** Writes a percentage such as `2.5` with its sign, by the language’s rules. */
export function formatPercentage(percentage: string, language: PageLanguage): string {
  return new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'percent',
    maximumFractionDigits: PERCENTAGE_DECIMALS,
  }).format(Number(percentage) / 100)
}

const PERCENTAGE_DECIMALS = 6
