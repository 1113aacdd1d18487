import { findCurrency } from '@secure-payment/core/networks'
import type { PageLanguage } from '../http/pageWords.ts'

/** The maximum number of decimals that `Intl.NumberFormat` permits. */
const MOST_DECIMALS = 100
/** A token amount has at least this number of decimals, so that the amounts of a list align. */
const LEAST_DECIMALS = 2

/**
 * Writes an amount as plain text: fiat money by the language’s rules, and a token amount before its symbol. No digit is omitted. In
 * right-to-left text, money reads from left to right.
 */
export function formatMoney(amount: string, symbol: string, language: PageLanguage): string {
  if (findCurrency(symbol)?.network === null) {
    return isolate(writeFiat(amount, symbol, { language, most: MOST_DECIMALS }), language)
  }
  return isolate(`${formatNumber(amount, language, LEAST_DECIMALS)}\u00a0${symbol}`, language)
}

/** Writes the worth of an amount in fiat money, rounded down to the currency’s usual number of decimals, as the console does. */
export function formatWorth(amount: string, currency: string, language: PageLanguage): string {
  return isolate(writeFiat(amount, currency, { language, most: undefined }), language)
}

/** Isolates a text that reads from left to right, so that right-to-left text around it cannot reorder it. */
export function isolate(text: string, language: PageLanguage): string {
  return language === 'ar' ? `\u2066${text}\u2069` : text
}

function writeFiat(
  amount: string,
  currency: string,
  { language, most }: { language: PageLanguage; most: number | undefined },
): string {
  return new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'currency',
    currency,
    ...(most === undefined ? { roundingMode: 'trunc' } : { maximumFractionDigits: most }),
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
