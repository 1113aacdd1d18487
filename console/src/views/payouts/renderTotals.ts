import { html, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import { type Summand, sumPayouts } from './summarizePayouts.ts'

/** Renders the totals of payouts, by currency; `title` names the subset if they are not all payouts. */
export function renderTotals(
  view: ConsoleView,
  payouts: readonly Summand[],
  options: { title?: string } = {},
): TemplateResult {
  const { format, text } = view.context
  const title = options.title ?? text.payouts.totals
  return html`<div class="stack tight">
    <h3>${title}</h3>
    <ul class="totals">
      ${sumPayouts(payouts).map(
        ({ amount, symbol, count }) =>
          html`<li><strong>${format.money(amount, symbol)}</strong> <span class="muted">${text.payouts.recipients(count)}</span></li>`,
      )}
    </ul>
  </div>`
}
