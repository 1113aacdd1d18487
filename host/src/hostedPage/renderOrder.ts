import { formatAmount, orderLineTotal, orderTax, parseAmount } from '@secure-payment/core'
import type { Order } from '@secure-payment/core/api'
import { ensureDefined } from '../ensureDefined.ts'
import { escapeHtml } from '../http/escapeHtml.ts'
import { type PageLanguage, pageWords } from '../http/pageWords.ts'
import { type ElementWords, elementWords } from './elementWords.ts'
import { formatNumber, formatPrice } from './formatPrice.ts'
import type { Summarised } from './renderSummary.ts'
import { unitsOnTop } from './unitsOnTop.ts'

/** The decimals of the units in which `orderTax` adds up an order. */
const ORDER_DECIMALS = 24

/** Returns the order's title, otherwise its first line and the number of the others; null without both. */
export function nameOrder(order: Order | undefined, { more }: ElementWords): string | null {
  const { title, lines = [] } = order ?? {}
  const [first, ...others] = lines
  if (title !== undefined) return title
  if (first === undefined) return null
  return others.length === 0 ? first.name : more(first.name, others.length)
}

/**
 * Renders an order's details: its description and due date, its lines, and their exact sums. A narrow page folds them behind the order's name
 * and total. Empty without details.
 */
export function renderOrder(payment: Summarised, language: PageLanguage): string {
  const { order } = payment
  if (order === undefined) return ''
  const { description, dueDate, lines } = order
  if (description === undefined && dueDate === undefined && lines === undefined) return ''
  const words = elementWords[language]
  const due = dueDate === undefined ? undefined : words.due(formatDay(dueDate, language))
  const { symbol } = ensureDefined(payment.items[0], 'The item of an order')
  return `<details class="order"><summary><bdi>${escapeHtml(nameOrder(order, words) ?? words.total)}</bdi><span>${formatPrice(totalOf(payment), symbol, language)}</span></summary>
<div>${paragraph(description)}${paragraph(due)}${lines === undefined ? '' : renderLines(lines, payment, language)}</div></details>\n`
}

/** Isolates merchant text, so that it cannot reorder the text around it. */
function paragraph(text: string | undefined): string {
  return text === undefined ? '' : `<p class="text"><bdi>${escapeHtml(text)}</bdi></p>\n`
}

function renderLines(
  lines: NonNullable<Order['lines']>,
  payment: Summarised,
  language: PageLanguage,
): string {
  const { tax: taxWord } = elementWords[language]
  const { symbol } = ensureDefined(payment.items[0], 'The item of an order')
  const price = (amount: string) => formatPrice(amount, symbol, language)
  const rows = lines.map((line) => {
    const { name, quantity, unitPrice, taxAmount = '0' } = line
    const tax = isSome(taxAmount) ? ` + ${taxWord} ${price(taxAmount)}` : ''
    const sum = `${formatNumber(quantity, language)} × ${price(unitPrice)}${tax}`
    return `<li><span><bdi>${escapeHtml(name)}</bdi><span class="muted small">${sum}</span></span> <span>${price(orderLineTotal(line))}</span></li>`
  })
  return `<ul>\n${rows.join('\n')}\n</ul>\n${renderSums(lines, payment, language)}`
}

/** Renders the sums below the lines: subtotal and tax if there is tax, the fee if there is one, and the total to pay. */
function renderSums(
  lines: NonNullable<Order['lines']>,
  payment: Summarised,
  language: PageLanguage,
): string {
  const { symbol, fee } = ensureDefined(payment.items[0], 'The item of an order')
  const words = elementWords[language]
  const { taxUnits, totalUnits } = orderTax(lines)
  const hasFee = fee !== null && fee.bearer !== 'payee' && isSome(fee.amount)
  const units = (value: bigint) => formatAmount(value, ORDER_DECIMALS)
  const sums: [string, string][] = [
    ...(taxUnits > 0n || hasFee
      ? [[pageWords[language].subtotal, units(totalUnits - taxUnits)] as [string, string]]
      : []),
    ...(taxUnits > 0n ? [[words.tax, units(taxUnits)] as [string, string]] : []),
    ...(hasFee ? [[words.fee, fee.amount] as [string, string]] : []),
    [words.total, totalOf(payment)],
  ]
  const rows = sums.map(
    ([term, amount]) =>
      `<div><dt>${term}</dt><dd>${formatPrice(amount, symbol, language)}</dd></div>`,
  )
  return `<dl>\n${rows.join('\n')}\n</dl>\n`
}

/** Returns the amount of an order's only item, including its fee. */
function totalOf({ items }: Summarised): string {
  const { amount, fee, decimals } = ensureDefined(items[0], 'The item of an order')
  const units = parseAmount(amount, decimals) + unitsOnTop(fee, decimals)
  return formatAmount(units, decimals)
}

function isSome(amount: string): boolean {
  return /[1-9]/.test(amount)
}

/** Returns the day as the merchant wrote it, without a time zone. */
function formatDay(day: string, language: PageLanguage): string {
  return new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}
