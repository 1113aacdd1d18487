import { html, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import { type Summand, sumPayouts } from './summarizePayouts.ts'

/** The totals of payouts, by currency; `title` names the subset where they are not all. */
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
