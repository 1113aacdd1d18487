import { InvalidInputError, UnknownCurrencyError } from '@secure-payment/core'
import type { PaymentSearchQuery } from '@secure-payment/core/api'
import { currencies, findCurrency, getCurrency } from '@secure-payment/core/catalogue'
import { toAbiAddress } from '@secure-payment/core/tron'
import { atField } from '../../atField.ts'
import { type Caller, clientIdOf } from '../../auth/caller.ts'
import type { AmountFilter, PaymentFilter } from '../../search/paymentFilter.ts'
import { ALWAYS } from '../../search/periods.ts'

/**
 * Reads the filter of a caller's query, among the payments that the caller may see. A client ID is public and finds
 * only payments for the requests that it created.
 *
 * @throws UnknownCurrencyError, or InvalidInputError for a Tron address with a wrong checksum
 */
export function readFilter(query: PaymentSearchQuery, caller: Caller): PaymentFilter {
  const { fromDate, toDate } = query
  return {
    tenantId: caller.tenantId,
    clientId: clientIdOf(caller),
    type: query.type ?? null,
    invoiceCurrencies: findCurrencyIds(query.invoiceCurrency, 'invoiceCurrency'),
    paymentCurrencies: findCurrencyIds(query.paymentCurrency, 'paymentCurrency'),
    wallet: query.walletAddress === undefined ? null : readWallet(query.walletAddress),
    payer: null,
    reference: query.reference ?? null,
    customerEmail: readEmail(query.customerEmail, caller),
    amount: query.amount === undefined ? null : readAmount(query.amount),
    paymentId: query.paymentId ?? null,
    requestId: query.requestId ?? null,
    paymentReference: query.paymentReference ?? null,
    txHash: query.txHash ?? null,
    securePaymentToken: query.securePaymentToken ?? null,
    linkToken: null,
    range: {
      from: earlier(fromDate ?? ALWAYS.from, ALWAYS.until),
      until: toDate === undefined || toDate >= ALWAYS.until ? ALWAYS.until : nextMoment(toDate),
    },
  }
}

/**
 * Rejects a Tron address in a wrong case, which is a typing error. In a search, an EVM address may have any case.
 */
function readWallet(text: string): string {
  if (text.startsWith('T')) atField('walletAddress', () => toAbiAddress(text))
  return text
}

/** A client ID is public: with this filter, any visitor to a page could find a customer's payments. */
function readEmail(email: string | undefined, caller: Caller): string | null {
  if (email === undefined) return null
  if (caller.credential !== 'clientId') return email.toLowerCase()
  throw new InvalidInputError([
    {
      field: 'customerEmail',
      code: 'not_allowed',
      message: 'needs an API key or a session, because a client ID is public',
    },
  ])
}

/** Reads an amount, with or without a currency. Ignores trailing zeros of the fraction. */
function readAmount(text: string): AmountFilter {
  const [amount = '', currency] = text.split(' ')
  return {
    amount: amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount,
    currencies: findCurrencyIds(currency, 'amount'),
  }
}

/** The search excludes the last month of the year 9999: the period after it would not sort correctly as text. */
function earlier(time: string, end: string): string {
  return time < end ? time : end
}

/** Returns the exclusive end of a range that includes `toDate`; times have millisecond precision. */
function nextMoment(time: string): string {
  return new Date(Date.parse(time) + 1).toISOString()
}

/**
 * Finds the currency with this id or alias; otherwise all currencies with this symbol, in any letter case. Null without text.
 *
 * @throws UnknownCurrencyError
 */
function findCurrencyIds(text: string | undefined, field: string): readonly string[] | null {
  if (text === undefined) return null
  const found = findCurrency(text)
  if (found !== undefined) return [found.currency.id]
  const ids = idsBySymbol().get(text.toUpperCase())
  if (ids === undefined) throw new UnknownCurrencyError({ currency: text, field })
  return ids
}

let bySymbol: ReadonlyMap<string, readonly string[]> | null = null

/**
 * Ids of currencies by their common symbols and the currency list's symbols, in upper case. Built on first use.
 */
function idsBySymbol(): ReadonlyMap<string, readonly string[]> {
  if (bySymbol !== null) return bySymbol
  const ids = new Map<string, Set<string>>()
  for (const { id, symbol } of currencies) {
    for (const name of [symbol, getCurrency(id).symbol]) {
      const key = name.toUpperCase()
      ids.set(key, (ids.get(key) ?? new Set()).add(id))
    }
  }
  bySymbol = new Map([...ids].map(([symbol, set]) => [symbol, [...set]]))
  return bySymbol
}
