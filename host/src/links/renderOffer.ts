import { formatAmount, parseAmount } from '@secure-payment/core'
import type { SecurePayment } from '@secure-payment/core/api'
import { escapeHtml } from '../http/escapeHtml.ts'
import { type PageLanguage, type PageWords, pageWords } from '../http/pageWords.ts'
import { formatPrice } from './formatPrice.ts'
import { type OfferWords, offerWords } from './offerWords.ts'
import { renderOfferOrder } from './renderOfferOrder.ts'

type Item = SecurePayment['items'][number]

/** The parts of a reusable link that the page shows. */
export type Offer = Pick<SecurePayment, 'order' | 'merchant' | 'reference'> & {
  chain: Pick<SecurePayment['chain'], 'name' | 'isTestnet' | 'isLocal'>
  items: readonly (Pick<Item, 'payee' | 'amount' | 'symbol' | 'decimals' | 'fee'> & {
    /** Null for a price in the currency of the payment. */
    conversion: Pick<NonNullable<Item['conversion']>, 'symbol'> | null
  })[]
}

/** The page around an offer's terms. */
export type OfferPage = {
  words: PageWords
  language: PageLanguage
  /** The address to which the button sends the form. */
  action: string
  /** Identifies the terms that the page shows. */
  etag: string
  /** Whether a rate limit rejected the payer’s last click. */
  isBusy: boolean
  /** Whether the link’s destination accepts no new payments. */
  isInactive: boolean
}

/** Renders a reusable link's terms: the top of the payment element’s card, as HTML that needs no script. */
export function renderTerms(offer: Offer, language: PageLanguage): string {
  return `${renderHeader(offer, language)}${renderAmount(offer, language)}${renderOfferOrder(offer, language)}`
}

/**
 * Renders a reusable link's card: its terms, the merchant’s addresses, and the button that a payer presses to continue. A link that
 * accepts no new payments has no button.
 */
export function renderOffer(offer: Offer, terms: string, page: OfferPage): string {
  const { words, action, etag, isBusy, isInactive } = page
  const busy = isBusy ? `<p role="alert" class="busy">${words.busy}</p>\n` : ''
  const way = isInactive
    ? `<p class="closed">${words.closed}</p>`
    : `${busy}<form method="post" action="${escapeHtml(action)}"><button>${words.continue}</button></form>`
  return `<section class="offer" data-etag="${escapeHtml(etag)}">
${terms}<div class="actions">
${way}
${renderLinks(offer, page)}</div>
</section>
`
}

function renderHeader({ merchant, chain, items }: Offer, language: PageLanguage): string {
  const { name, logoUrl } = merchant
  const [item] = items
  const logo =
    logoUrl !== null
      ? `<img class="logo" src="${escapeHtml(logoUrl)}" alt="">`
      : name === null
        ? ''
        : `<span class="logo" aria-hidden="true">${escapeHtml([...name][0] ?? '')}</span>`
  const named = `<bdi>${escapeHtml(name ?? pageWords[language].title)}</bdi>`
  const payee = item === undefined ? '' : `<bdi class="muted small">${shorten(item.payee)}</bdi>`
  const isTest = chain.isTestnet || chain.isLocal
  const badge = isTest ? `<span class="badge">${offerWords[language].testNetwork}</span>` : ''
  return `<header><div class="merchant">${logo}<div>${named}${payee}</div></div>${badge}</header>\n`
}

/** Shortens an address; the page shows the full address above the card. */
function shorten(address: string): string {
  const isLong = address.length > 12
  return escapeHtml(isLong ? `${address.slice(0, 6)}…${address.slice(-4)}` : address)
}

/** Renders the amount including the fee, as on a payment page. */
function renderAmount({ items, chain, reference }: Offer, language: PageLanguage): string {
  const [item] = items
  if (item === undefined) return ''
  const words = offerWords[language]
  const { symbol, decimals, fee, conversion } = item
  const units = parseAmount(item.amount, decimals)
  const feeUnits = fee === null ? 0n : parseAmount(fee.amount, decimals, { allowZero: true })
  const total = formatAmount(units + feeUnits, decimals)
  const means =
    conversion === null ? words.onNetwork(chain.name) : words.paidIn(conversion.symbol, chain.name)
  const own =
    reference === null ? '' : ` <span>${words.reference} <bdi>${escapeHtml(reference)}</bdi></span>`
  return `<div><p class="muted">${words.toPay}</p>
<p class="amount">${formatPrice(total, symbol, language)}</p>
<p class="facts muted small"><span>${escapeHtml(means)}</span>${own}</p></div>\n`
}

/** Renders links to the merchant’s contact, terms and privacy notice. The service has checked their URLs. */
function renderLinks({ merchant }: Offer, page: OfferPage): string {
  const words = offerWords[page.language]
  const { supportUrl, termsUrl, privacyUrl } = merchant
  const links = [
    renderLink(supportUrl, page.words.contact, words),
    renderLink(termsUrl, words.terms, words),
    renderLink(privacyUrl, words.privacy, words),
  ].join('')
  return links === '' ? '' : `<nav class="links small">${links}</nav>\n`
}

/** A `mailto:` link opens no tab. */
function renderLink(url: string | null, label: string, { newTab }: OfferWords): string {
  if (url === null) return ''
  const href = escapeHtml(url)
  return url.startsWith('mailto:')
    ? `<a href="${href}">${label}</a>`
    : `<a href="${href}" target="_blank" rel="noopener noreferrer">${label}<span class="visually-hidden"> (${newTab})</span></a>`
}
