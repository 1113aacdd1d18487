import { formatAmount, parseAmount } from '@secure-payment/core'
import type { SecurePayment } from '@secure-payment/core/api'
import { ensureDefined } from '../ensureDefined.ts'
import { escapeHtml } from '../http/escapeHtml.ts'
import { type PageLanguage, pageWords } from '../http/pageWords.ts'
import { type ElementWords, elementWords } from './elementWords.ts'
import { formatPrice } from './formatPrice.ts'
import { nameOrder, renderOrder } from './renderOrder.ts'
import { renderStanding } from './renderStanding.ts'
import { unitsOnTop } from './unitsOnTop.ts'

type Item = SecurePayment['items'][number]

/** The facts of a payment, or of a reusable link, in the summary. */
export type Summarised = Pick<SecurePayment, 'order' | 'merchant' | 'reference'> & {
  chain: Pick<SecurePayment['chain'], 'name' | 'isTestnet' | 'isLocal'>
  items: readonly (Pick<Item, 'payee' | 'amount' | 'symbol' | 'decimals' | 'fee'> & {
    /** Null for a price in the currency of the payment. */
    conversion: Pick<NonNullable<Item['conversion']>, 'symbol'> | null
    /** Absent without a price that the host fixes. */
    quoted?: Pick<NonNullable<Item['quoted']>, 'symbol'> | undefined
  })[]
  /** The currencies among which the payer chooses; absent if there is only one. */
  options?: readonly Pick<NonNullable<SecurePayment['options']>[number], 'payee'>[] | undefined
}

/** The labels of the total: for unpaid payments, for paid ones, and for all others. */
export type TotalLabel = 'toPay' | 'paid' | 'total'

/** The maximum number of totals that the page lists, because a batch can have a currency per item. */
const MAX_TOTALS = 4

/**
 * Renders the summary of a payment as HTML that needs no script: the merchant, the payment's purpose, its total and its order. `isPayable`:
 * whether the payment accepts money; `label`: the words above the total of a payment without a purpose.
 */
export function renderSummary(
  payment: Summarised,
  language: PageLanguage,
  { isPayable, label }: { isPayable: boolean; label: TotalLabel },
): string {
  const { items, options = [] } = payment
  const payees = [...new Set([...items, ...options].map(({ payee }) => payee))]
  const { verifiedDomain } = payment.merchant
  const standing = renderStanding({ verifiedDomain, payees, isPayable }, pageWords[language])
  return `<section class="summary">
${renderBrand(payment, language)}${verifiedDomain === null ? '' : standing}${renderHeadline(payment, language, label)}${verifiedDomain === null ? standing : ''}${renderOrder(payment, language)}</section>
`
}

function renderBrand({ merchant, chain }: Summarised, language: PageLanguage): string {
  const { name, logoUrl } = merchant
  const logo =
    logoUrl !== null
      ? `<img class="logo" src="${escapeHtml(logoUrl)}" alt="" width="40" height="40">`
      : name === null
        ? ''
        : `<span class="logo" aria-hidden="true">${escapeHtml([...name][0] ?? '')}</span>`
  const named = `<bdi class="name">${escapeHtml(name ?? pageWords[language].title)}</bdi>`
  const isTest = chain.isTestnet || chain.isLocal
  const badge = isTest ? `<span class="badge">${elementWords[language].testNetwork}</span>` : ''
  return `<header class="brand">${logo}${named}${badge}</header>\n`
}

/** Renders the payment's purpose, its total including fees, and how it is paid. */
function renderHeadline(payment: Summarised, language: PageLanguage, label: TotalLabel): string {
  const words = elementWords[language]
  const { chain, items, order, reference } = payment
  const purpose = nameOrder(order, words)
  const reason =
    purpose === null
      ? `<p class="muted">${items.length > 1 ? words.toRecipients(items.length) : words[label]}</p>`
      : `<h2><bdi>${escapeHtml(purpose)}</bdi></h2>`
  const own = reference === null ? '' : `<span>${renderReference(reference, words)}</span>`
  // A paid payment is in the currency that paid it.
  const means = renderMeans(label === 'paid' ? { chain, items } : payment, language)
  return `<div class="headline">${reason}
${renderTotals(payment, language)}
<p class="facts muted small">${means}${own}</p></div>\n`
}

function renderReference(reference: string, words: ElementWords): string {
  return `${words.reference} <bdi>${escapeHtml(reference)}</bdi>`
}

/** Renders the total including fees, per currency. */
export function renderTotals({ items }: Pick<Summarised, 'items'>, language: PageLanguage): string {
  const totals = listTotals(items)
  const rest = totals.length - MAX_TOTALS
  const shown = totals.slice(0, MAX_TOTALS)
  const amounts = shown.map(({ amount, symbol }) => formatPrice(amount, symbol, language))
  const more = rest > 0 ? [`<bdi dir="ltr">+${rest}</bdi>`] : []
  return [...amounts, ...more].map((amount) => `<p class="amount">${amount}</p>`).join('')
}

/**
 * Renders the network, and the token that pays a price in another currency. Empty if the payer chooses among several currencies, which the
 * element lists.
 */
export function renderMeans(
  { chain, items, options }: Pick<Summarised, 'chain' | 'items' | 'options'>,
  language: PageLanguage,
): string {
  if (options !== undefined) return ''
  const words = elementWords[language]
  const symbols = items.map(
    ({ conversion, quoted, symbol }) => (conversion ?? quoted)?.symbol ?? symbol,
  )
  const means = items.every(({ symbol }, index) => symbols[index] === symbol)
    ? words.onNetwork(chain.name)
    : words.inCurrency([...new Set(symbols)].join(' + '), chain.name)
  return `<span class="means">${escapeHtml(means)}</span>`
}

/** Returns the sum of the items including fees, as decimals, per currency. */
function listTotals(items: Summarised['items']): readonly { amount: string; symbol: string }[] {
  const bySymbol = Map.groupBy(items, ({ symbol }) => symbol)
  return [...bySymbol].map(([symbol, own]) => {
    const { decimals } = ensureDefined(own[0], 'The item of a group')
    const units = own.reduce((sum, { amount, fee }) => {
      return sum + parseAmount(amount, decimals) + unitsOnTop(fee, decimals)
    }, 0n)
    return { amount: formatAmount(units, decimals), symbol }
  })
}
