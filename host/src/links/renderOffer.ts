import type { Order, SecurePayment } from '@secure-payment/core/api'
import { findCurrency } from '@secure-payment/core/networks'
import { escapeHtml } from '../http/escapeHtml.ts'
import type { PageLanguage, PageWords } from '../http/pageWords.ts'

/** A reusable link, as far as the page shows it. */
type Offer = Pick<SecurePayment, 'order' | 'merchant'> & {
  items: readonly Pick<SecurePayment['items'][number], 'amount' | 'symbol'>[]
}

/** The maximum that the formatter permits. */
const MOST_DECIMALS = 100

type Facts = {
  words: PageWords
  language: PageLanguage
  /** The address to which the button sends the form. */
  action: string
  /** A limit rejected the payer’s last attempt. */
  isBusy: boolean
  /** The destination of the link accepts no new payments. */
  isInactive: boolean
}

/**
 * Shows the terms of a reusable link and the button with which a payer continues, or the merchant's contact if the link accepts no new
 * payments: HTML that needs no script.
 */
export function renderOffer(
  { order, items, merchant }: Offer,
  { words, language, action, isBusy, isInactive }: Facts,
): string {
  const [item] = items
  const amount = item === undefined ? '' : price(item.amount, item.symbol, language)
  const busy = isBusy ? `<p role="alert" class="busy">${words.busy}</p>\n` : ''
  return `<section class="offer">
${paragraph('merchant', merchant.name)}${heading(order?.title)}<p class="amount">${amount}</p>
${paragraph('description', order?.description)}${renderLines(order?.lines, item?.symbol ?? '', language)}${isInactive ? renderClosed(merchant, words) : `${busy}<form method="post" action="${escapeHtml(action)}"><button>${words.continue}</button></form>`}
</section>
`
}

function renderClosed({ supportUrl }: Offer['merchant'], words: PageWords): string {
  const contact =
    supportUrl === null
      ? ''
      : ` <a href="${escapeHtml(supportUrl)}" rel="noreferrer">${words.contact}</a>`
  return `<p class="closed">${words.closed}${contact}</p>`
}

/** Merchant text is isolated, so that it cannot reorder the text around it. */
function paragraph(name: string, text: string | null | undefined): string {
  if (text === null || text === undefined || text === '') return ''
  return `<p class="${name}"><bdi>${escapeHtml(text)}</bdi></p>\n`
}

function heading(title: string | undefined): string {
  return title === undefined ? '' : `<h2><bdi>${escapeHtml(title)}</bdi></h2>\n`
}

function renderLines(lines: Order['lines'], symbol: string, language: PageLanguage): string {
  if (lines === undefined) return ''
  const rows = lines.map(({ name, quantity, unitPrice, taxAmount }) => {
    const tax = taxAmount === undefined ? '' : ` + ${price(taxAmount, symbol, language)}`
    const sum = `${number(quantity, language)} × ${price(unitPrice, symbol, language)}${tax}`
    return `<li><bdi>${escapeHtml(name)}</bdi> <span>${sum}</span></li>`
  })
  return `<ul>\n${rows.join('\n')}\n</ul>\n`
}

/** Writes a price as on the page of a payment: fiat money by the language's rules, and a fraction of tokens with at least two decimals. */
function price(amount: string, symbol: string, language: PageLanguage): string {
  const [, fraction = ''] = amount.split('.')
  if (findCurrency(symbol)?.network === null)
    return `<bdi dir="ltr">${money(amount, symbol, language)}</bdi>`
  const text = fraction.length === 1 ? `${amount}0` : amount
  return `<bdi dir="ltr">${number(text, language)} ${escapeHtml(symbol)}</bdi>`
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

/** The formatter reads all digits of a decimal text, and the schema of an amount permits nothing else. */
function number(amount: string, language: PageLanguage): string {
  const formatter = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    minimumFractionDigits: amount.split('.')[1]?.length ?? 0,
    maximumFractionDigits: amount.split('.')[1]?.length ?? 0,
  })
  return escapeHtml(formatter.format(amount as Intl.StringNumericLiteral))
}
