import { findCurrency } from '@secure-payment/core/networks'
import { numberFormat } from './numberFormat.ts'

/** A typed amount without its currency. `foreign` is another currency's text; null if there is none. */
export type CutAmount = { readonly number: string; readonly foreign: string | null }

/**
 * Removes the field's currency from an amount as people type it: `$25`, `25 USD` and `US$ 25` are `25` in US dollars. Text of another
 * currency remains, and `foreign` names it.
 */
export function cutCurrency(
  typed: string,
  { symbol, locale }: { symbol: string; locale: string },
): CutAmount {
  const number = nameCurrency(symbol, locale).reduce(cutName, typed)
  const foreign = (BEFORE.exec(number) ?? AFTER.exec(number))?.[0].trim()
  return { number, foreign: foreign ?? null }
}

/** A word before the first digit, and a word after the last digit. */
const BEFORE = /^[\p{L}\p{Sc}](?:\S*\s+|[\p{L}\p{Sc}]*)(?=\p{Nd})/u
const AFTER = /(?<=\p{Nd})(?:\s*[\p{L}\p{Sc}][\p{L}\p{Sc}.]*|\s+[\p{L}\p{Sc}]\S*)$/u

const DIGIT_FIRST = /^\p{Nd}/u
const DIGIT_LAST = /\p{Nd}$/u

/** Removes a currency's name before or after a number; other text remains unchanged. */
function cutName(typed: string, name: string): string {
  const isName = (text: string) => text.toLowerCase() === name.toLowerCase()
  const after = typed.slice(name.length).trim()
  if (isName(typed.slice(0, name.length)) && DIGIT_FIRST.test(after)) return after
  const before = typed.slice(0, -name.length).trim()
  return isName(typed.slice(-name.length)) && DIGIT_LAST.test(before) ? before : typed
}

/** Returns the ways to write a currency, the longest first: for US dollars `USD`, `US$` and `$`. A token has only its symbol. */
function nameCurrency(symbol: string, locale: string): readonly string[] {
  if (findCurrency(symbol)?.network !== null) return [symbol]
  const signs = [locale, 'en'].flatMap((written) => {
    const short = signOf(symbol, written, 'narrowSymbol')
    return [signOf(symbol, written, 'symbol'), `${symbol.slice(0, 2)}${short}`, short]
  })
  const names = new Set([symbol, ...signs])
  return [...names].toSorted((a, b) => b.length - a.length)
}

function signOf(
  currency: string,
  locale: string,
  currencyDisplay: 'symbol' | 'narrowSymbol',
): string {
  const options = { style: 'currency', currency, currencyDisplay } as const
  const parts = numberFormat(locale, options).formatToParts(1)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
