import { orderLineTotal } from '@secure-payment/core'
import type { Order, SecurePayment } from '@secure-payment/core/api'
import { ensureDefined } from '../ensureDefined.ts'
import { escapeHtml } from '../http/escapeHtml.ts'
import type { PageLanguage } from '../http/pageWords.ts'
import { formatNumber, formatPrice } from './formatPrice.ts'
import { offerWords } from './offerWords.ts'

/** Renders the order of a reusable link: its title, description and due date, and its lines with their exact sums. */
export function renderOfferOrder(
  { order, items }: Pick<SecurePayment, 'order'> & { items: readonly { symbol: string }[] },
  language: PageLanguage,
): string {
  if (order === undefined) return ''
  const { title, description, dueDate, lines } = order
  const { symbol } = ensureDefined(items[0], 'The item of a reusable link')
  const due = dueDate === undefined ? '' : offerWords[language].due(formatDay(dueDate, language))
  const heading = title === undefined ? '' : `<h2><bdi>${escapeHtml(title)}</bdi></h2>\n`
  const texts = `${paragraph(description)}${paragraph(due)}`
  return `<div class="order">${heading}${texts}${renderLines(lines, symbol, language)}</div>\n`
}

/** Isolates merchant text, so that it cannot reorder the text around it. */
function paragraph(text: string | undefined): string {
  if (text === undefined || text === '') return ''
  return `<p class="muted small"><bdi>${escapeHtml(text)}</bdi></p>\n`
}

function renderLines(lines: Order['lines'], symbol: string, language: PageLanguage): string {
  if (lines === undefined) return ''
  const { tax: taxWord } = offerWords[language]
  const price = (amount: string) => formatPrice(amount, symbol, language)
  const rows = lines.map((line) => {
    const { name, quantity, unitPrice, taxAmount = '0' } = line
    const tax = /[1-9]/.test(taxAmount) ? ` + ${taxWord} ${price(taxAmount)}` : ''
    const sum = `${formatNumber(quantity, language)} × ${price(unitPrice)}${tax}`
    return `<li><span><bdi>${escapeHtml(name)}</bdi><span class="muted small">${sum}</span></span> <span>${price(orderLineTotal(line))}</span></li>`
  })
  return `<ul>\n${rows.join('\n')}\n</ul>\n`
}

/** Returns the day as the merchant wrote it, without a time zone. */
function formatDay(day: string, language: PageLanguage): string {
  return new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}
