import { AmountError, parseAmount } from '@secure-payment/core'
import type { Text } from '../text/text.ts'
import { cutCurrency } from './cutCurrency.ts'
import { readAmountText } from './readAmountText.ts'

/**
 * Returns the base units of an amount, or the sentence that rejects it. A person may write the sign or code of the currency, `symbol`,
 * next to the number. `locale` is the locale of the person who typed the amount; null for a file, whose amounts have the API's grammar.
 */
export function readAmount(
  typed: string,
  options: { symbol: string | null; decimals: number; locale: string | null; text: Text },
): bigint | string {
  const { symbol, decimals, locale, text } = options
  const { amounts, errors } = text
  const written = typed.trim()
  if (written === '') return errors.required
  if (locale === null) return readUnits(written, decimals, text) ?? refuseForFile(written, text)
  const cut = symbol === null ? null : cutCurrency(written, { symbol, locale })
  if (symbol !== null && cut?.foreign) return amounts.otherCurrency(cut.foreign, symbol)
  const read = readAmountText(cut?.number ?? written, locale)
  if (read.kind === 'ambiguous') {
    const [larger, smaller] = read.spellings
    // Without decimals, three digits after a mark are a group.
    if (decimals === 0) return readUnits(larger, decimals, text) ?? amounts.invalid
    // The hint offers the smaller amount only if the field accepts it.
    const isPossible = typeof readUnits(smaller, decimals, text) === 'bigint'
    return isPossible ? amounts.ambiguous(larger, smaller) : amounts.ambiguousWhole(larger)
  }
  if (read.kind === 'invalid') return amounts.invalid
  return readUnits(read.amount, decimals, text) ?? amounts.invalid
}

/** Returns the base units, or a sentence for an amount outside the limits; null for anything that is not an amount above 0. */
function readUnits(amount: string, decimals: number, { amounts }: Text): bigint | string | null {
  try {
    return parseAmount(amount, decimals)
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
    if (error.code === 'too_many_decimals') return amounts.tooManyDecimals(decimals)
    return isTooLarge(amount) || error.code === 'amount_too_large' ? amounts.tooLarge : null
  }
}

/** Returns whether a number in the API's grammar has more digits before its point than the API accepts. */
export function isTooLarge(amount: string): boolean {
  return /^[1-9]\d{30,}(?:\.\d+)?$/.test(amount)
}

/** Returns the sentence for an invalid amount in a file: a spreadsheet may have written separators, which the API rejects. */
function refuseForFile(amount: string, { amounts }: Text): string {
  const hasSeparators = /^\d+([.,'\u2019\s]\d+)+$/.test(amount)
  return hasSeparators ? amounts.plainInFile : amounts.invalid
}
