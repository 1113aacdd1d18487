import { isUlid } from '@secure-payment/core'
import { isRequestId, readSearch } from '../unmatched/readSearch.ts'
import type { NAMING_FILTERS } from './paymentFilter.ts'

/** A meaning of a search: the filter with a single value. */
export type Reading = { readonly name: (typeof NAMING_FILTERS)[number]; readonly value: string }

/** The letter case of Tron's addresses matters, and some letters never occur. */
const WALLET = /^(?:0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** A decimal number, after a dollar sign or not, and a currency next to it. */
const AMOUNT = /^(\$\s*)?(\d{1,30}(?:\.\d{1,77})?)(?:\s+([a-z][\w.-]{0,99})|([a-z]{2,10}))?$/i

/**
 * Reads the single field of the search by the form of its text, as its possible meanings: the most probable one first, none for an
 * empty field. A number is a reference or an amount, after a dollar sign first an amount. A text of any other form is a reference.
 */
export function readPaymentSearch(typed: string): readonly Reading[] {
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
  const [amount, dollar, number = '', spaced, attached] = AMOUNT.exec(text) ?? []
  const currency = spaced ?? attached
  if (amount === undefined) return [reference]
  const value = number.replace(/^0+(?=\d)/, '')
  if (currency !== undefined) return [{ name: 'amount', value: `${value} ${currency}` }, reference]
  const plain: Reading = { name: 'amount', value }
  return dollar === undefined ? [reference, plain] : [plain, reference]
}

/** Returns the token of a link, from its address or alone; null if there is none. */
function readToken(text: string): string | null {
  const [, token = text] = /^https?:\/\/\S*[?&]token=(\w+)/i.exec(text) ?? []
  return isUlid(token.toUpperCase()) ? token.toUpperCase() : null
}
