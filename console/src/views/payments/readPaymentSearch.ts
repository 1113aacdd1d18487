import { isUlid } from '@secure-payment/core'
import { readAmountText } from '../../amounts/readAmountText.ts'
import { isRequestId, readSearch } from '../unmatched/readSearch.ts'
import type { NAMING_FILTERS } from './paymentFilter.ts'

/** A search's meaning: the filter with a single value. */
export type Reading = { readonly name: (typeof NAMING_FILTERS)[number]; readonly value: string }

/** Tron addresses are case-sensitive, and never contain some letters. */
const WALLET = /^(?:0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** A number with its separators, and optionally a currency sign before or after it, or a currency name after it. */
const AMOUNT =
  /^([$€£¥]\s*)?(\d[\d.,'\s]{0,119}?)(?:\s*([$€£¥])|\s+([a-z][\w.-]{0,99})|([a-z]{2,10}))?$/i

/**
 * Interprets the search text by its form. Returns its possible meanings, the most probable one first; none for an
 * empty field. A number is a reference or an amount; next to a currency or its sign, first an amount. `1,250` can mean
 * two amounts, as in {@link readAmountText}. A text of any other form is a reference.
 */
export function readPaymentSearch(typed: string, locale: string): readonly Reading[] {
  const text = typed.trim()
  if (isRequestId(text)) return [{ name: 'requestId', value: text.toLowerCase() }]
  if (WALLET.test(text)) return [{ name: 'walletAddress', value: text }]
  const found = readSearch(text)
  if (found === null) return []
  if ('txHash' in found) return [{ name: 'txHash', value: found.txHash }]
  if ('paymentReference' in found) {
    return [{ name: 'paymentReference', value: found.paymentReference }]
  }
  const reference: Reading = { name: 'reference', value: text }
  const token = readToken(text)
  if (token !== null) return [{ name: 'securePaymentToken', value: token }, reference]
  if (EMAIL.test(text)) return [{ name: 'customerEmail', value: text }, reference]
  const { isMarked, values } = readAmounts(text, locale)
  const amounts = values.map((value): Reading => ({ name: 'amount', value }))
  return isMarked ? [...amounts, reference] : [reference, ...amounts]
}

/** Returns the amounts that a text can mean, and whether a currency or its sign marks them as amounts. */
function readAmounts(
  text: string,
  locale: string,
): { isMarked: boolean; values: readonly string[] } {
  const [amount, before, number = '', after, spaced, attached] = AMOUNT.exec(text) ?? []
  if (amount === undefined) return { isMarked: false, values: [] }
  const currency = spaced ?? attached
  const read = readAmountText(number.replace(/^0+(?=\d)/, ''), locale)
  const values =
    read.kind === 'amount' ? [read.amount] : read.kind === 'ambiguous' ? read.spellings : []
  return {
    isMarked: (before ?? after ?? currency) !== undefined,
    values: values.map((value) => (currency === undefined ? value : `${value} ${currency}`)),
  }
}

/** Returns a link's token, from its address or alone; null if there is none. */
function readToken(text: string): string | null {
  const [, token = text] = /^https?:\/\/\S*[?&]token=(\w+)/i.exec(text) ?? []
  return isUlid(token.toUpperCase()) ? token.toUpperCase() : null
}
