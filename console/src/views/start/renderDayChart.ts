import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { SignedInContext } from '../../context.ts'
import { icons } from '../../ui/icons.ts'
import { sharesOf, type Totals } from './readTotals.ts'

/** Renders the money received per day as bars, and as a table for readers who cannot see or point at them. */
export function renderDayChart(
  { text, format }: SignedInContext,
  { days, currency }: Totals,
): TemplateResult {
  const { home, payments } = text
  const shares = sharesOf(days)
  const rows = days.map(({ date, worth, count }, index) => ({
    day: format.day(date),
    money: format.money(worth, currency),
    payments: payments.count(count, format.count(count)),
    count: format.count(count),
    share: shares[index] ?? 0,
  }))
  const highest = rows.find(({ share }) => share === 1)
  return html`<figure class="chart">
    <figcaption>${home.perDay}${highest === undefined ? nothing : html`<span class="hint">${home.highest(highest.day, highest.money)}</span>`}</figcaption>
    <div class="bars" aria-hidden="true">
      ${rows.map(
        // Sets the style as a property, because the content security policy blocks inline styles in markup.
        ({ day, money, payments: number, share }) =>
          html`<span class="bar" title="${home.dayTitle(day, money, number)}"
            ><span .style=${`block-size: ${share * 100}%`}></span
          ></span>`,
      )}
    </div>
    <p class="days hint" aria-hidden="true"><span>${rows[0]?.day}</span><span>${rows.at(-1)?.day}</span></p>
    <details class="fold">
      <summary>${renderIcon(icons.chevron)}${home.asTable}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">${home.day}</th>
            <th scope="col" class="number">${home.receivedIn(currency)}</th>
            <th scope="col" class="number">${home.payments}</th>
          </tr>
        </thead>
        <tbody>
          ${rows
            .toReversed()
            .map(
              ({ day, money, count }) =>
                html`<tr><th scope="row">${day}</th><td class="number">${money}</td><td class="number">${count}</td></tr>`,
            )}
        </tbody>
      </table>
    </details>
  </figure>`
}
