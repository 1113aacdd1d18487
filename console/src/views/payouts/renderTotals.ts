import { html, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { Payout } from './readPayout.ts'
import { sumPayouts } from './summarizePayouts.ts'

/** What payouts come to, by currency. */
export function renderTotals(view: ConsoleView, payouts: readonly Payout[]): TemplateResult {
  const { format, text } = view.context
  return html`<div class="stack tight">
    <h3>${text.payouts.totals}</h3>
    <ul class="totals">
      ${sumPayouts(payouts).map(
        ({ amount, symbol, count }) =>
          html`<li><strong>${format.money(amount, symbol)}</strong> <span class="muted">${text.payouts.recipients(count)}</span></li>`,
      )}
    </ul>
  </div>`
}
