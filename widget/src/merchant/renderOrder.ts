import { orderLineTotal, orderTotal } from '@secure-payment/core'
import { css, html, nothing, type ReactiveElement, type TemplateResult } from 'lit'
import { nonEmpty } from '../nonEmpty.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { type Order, type OrderLine, readOrder } from '../steps/readOrder.ts'
import { addSheets } from '../styles/sheets.ts'
import type { Format } from '../text/format.ts'
import { icons, renderIcon } from '../views/shell/icons.ts'
import { type OrderWords, orderWords } from './orderWords.ts'

/** Renders an order in a language. */
export type OrderView = (format: Format) => TemplateResult | typeof nothing

/**
 * Opens the view of a payment's order, below its amount. An order that is unreadable, or whose lines do not add up, is not shown; the
 * check of the payment rejects the payment itself.
 */
export function openOrder(host: ReactiveElement, payment: PaymentMetadata): OrderView {
  const order = readShown(payment)
  if (order === null) return () => nothing
  addSheets(host, [orderStyles])
  const [{ symbol }] = nonEmpty(payment.items)
  return (format) => renderOrder(order, symbol, format)
}

function readShown(payment: PaymentMetadata): Order | null {
  try {
    return readOrder(payment)
  } catch {
    return null
  }
}

/** Renders the title or the name of the lines, the description and the due date, then the lines behind a disclosure. */
function renderOrder(order: Order, symbol: string, format: Format): TemplateResult {
  const { description, dueDate, lines } = order
  const words = orderWords(format.language)
  const title = order.title ?? nameLines(lines ?? [], words)
  return html`<div part="order" class="order">
    ${title ? html`<p class="order-title"><bdi>${title}</bdi></p>` : nothing}
    ${description ? html`<p class="order-text muted small"><bdi>${description}</bdi></p>` : nothing}
    ${dueDate ? html`<p class="muted small">${words.due(formatDate(format, dueDate))}</p>` : nothing}
    ${lines ? renderLines(lines, symbol, { words, format }) : nothing}
  </div>`
}

/** Returns the name of an order without a title: its first line, and the number of the others. Undefined without a line. */
function nameLines(
  [first, ...others]: readonly OrderLine[],
  { more }: OrderWords,
): string | undefined {
  if (first === undefined || others.length === 0) return first?.name
  return more(first.name, others.length)
}

function renderLines(
  lines: readonly OrderLine[],
  symbol: string,
  { words, format }: { words: OrderWords; format: Format },
): TemplateResult {
  const money = (amount: string) => html`<td><bdi>${format.money(amount, symbol)}</bdi></td>`
  return html`<details>
    <summary>${renderIcon(icons.chevron, 'small directional')}${words.details}</summary>
    <table>
      <tbody>${lines.map((line) => {
        const { taxAmount = '0' } = line
        const tax = /[1-9]/.test(taxAmount) && ` + ${words.tax} ${format.money(taxAmount, symbol)}`
        return html`<tr>
          <th scope="row"><bdi>${line.name}</bdi><span class="muted small">${format.amount(line.quantity)} × ${format.money(line.unitPrice, symbol)}${tax || nothing}</span></th>
          ${money(orderLineTotal(line))}
        </tr>`
      })}</tbody>
      <tfoot><tr><th scope="row">${words.total}</th>${money(orderTotal(lines))}</tr></tfoot>
    </table>
  </details>`
}

/** Returns the day as the merchant wrote it, without a time zone. */
function formatDate({ language }: Format, date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(day.getTime())) return date
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeZone: 'UTC',
    numberingSystem: 'latn',
    calendar: 'gregory',
  }).format(day)
}

const orderStyles = css`
  .order {
    display: grid;
    gap: 0.25rem;
    overflow-wrap: anywhere;
  }
  .order-title {
    font-weight: 600;
  }
  .order-text {
    white-space: pre-line;
  }
  .order table {
    inline-size: 100%;
    border-collapse: collapse;
    font-size: 0.9333em;
    font-variant-numeric: tabular-nums;
  }
  .order th,
  .order td {
    padding-block: 0.5rem;
    border-block-start: 1px solid var(--_border);
    text-align: start;
    vertical-align: top;
    font-weight: inherit;
  }
  .order th span {
    display: block;
  }
  .order td {
    padding-inline-start: 0.75rem;
    text-align: end;
    white-space: nowrap;
  }
  .order tfoot {
    font-weight: 600;
  }
`
