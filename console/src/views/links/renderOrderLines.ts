import { orderLineTotal, orderTotal } from '@secure-payment/core'
import type { Order } from '@secure-payment/core/api'
import { plainTextUpTo } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { SecurePaymentState } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import { ensureDefined } from '../../ensureDefined.ts'

type OrderLine = NonNullable<Order['lines']>[number]

/** A row below the lines: a label, and a sum as display text. */
export type Sum = { readonly label: string; readonly sum: string }

/** The maximum length of a line's name in the API. */
const MOST_LETTERS = 200

/** Returns the symbol of the currency in which a payment's order is written. */
export function symbolOf({ items }: Pick<SecurePaymentState, 'items'>): string {
  return ensureDefined(items[0], 'The first item').symbol
}

/**
 * Renders an order's lines as a table with the exact sum of each line, and the total, or `sums` if there are several. On a narrow page the
 * quantity, price and tax are below the name.
 */
export function renderOrderLines(
  view: ConsoleView,
  order: { lines: readonly OrderLine[]; symbol: string; sums?: readonly Sum[] },
): TemplateResult {
  const { lines, symbol, sums = [] } = order
  const { text, format } = view.context
  const { detail } = text.links
  const money = (amount: string): string => format.money(amount, symbol)
  const total = { label: detail.total, sum: money(orderTotal(lines)) }
  const hasTax = lines.some(({ taxAmount = '0' }) => /[1-9]/.test(taxAmount))
  const withTax = ({ taxAmount = '0' }: OrderLine): string =>
    /[1-9]/.test(taxAmount) ? ` + ${detail.tax} ${money(taxAmount)}` : ''
  return html`<div class="order-table" tabindex="0" role="region" aria-label=${detail.order}>
    <table>
      <thead>
        <tr>
          <th scope="col">${detail.name}</th>
          <th scope="col" class="number extra">${detail.quantity}</th>
          <th scope="col" class="number extra">${detail.unitPrice}</th>
          ${hasTax ? html`<th scope="col" class="number extra">${detail.tax}</th>` : nothing}
          <th scope="col" class="number">${detail.sum}</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          (line) => html`<tr>
            <td>${plainTextUpTo(line.name, MOST_LETTERS)}<span class="compact">${format.amount(line.quantity)} × ${money(line.unitPrice)}${withTax(line)}</span></td>
            <td class="number extra">${format.amount(line.quantity)}</td>
            <td class="number extra">${money(line.unitPrice)}</td>
            ${hasTax ? html`<td class="number extra">${money(line.taxAmount ?? '0')}</td>` : nothing}
            <td class="number">${money(orderLineTotal(line))}</td>
          </tr>`,
        )}
      </tbody>
      <tfoot>
        ${(sums.length > 1 ? sums : [total]).map(
          ({ label, sum }) => html`<tr>
            <th scope="row">${label}</th>
            <td class="number extra"></td>
            <td class="number extra"></td>
            ${hasTax ? html`<td class="number extra"></td>` : nothing}
            <td class="number">${sum}</td>
          </tr>`,
        )}
      </tfoot>
    </table>
  </div>`
}
