import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import { renderNote } from '../../ui/elements.ts'
import { type PayoutColumn, payoutColumns } from './readPayout.ts'
import type { FileRow } from './readPayoutFile.ts'
import { findDuplicates } from './summarizePayouts.ts'

/** Every cell that cannot be paid, by row and column, with the reason. */
export function renderProblems(view: ConsoleView, rows: readonly FileRow[]): TemplateResult {
  const { file } = view.context.text.payouts
  const cells = rows.flatMap(({ row, problems }) =>
    payoutColumns.flatMap((column) => {
      const problem = problems[column]
      return problem === undefined ? [] : [{ row, column, problem }]
    }),
  )
  return html`<div role="alert">
    ${renderNote(
      'error',
      html`<p><strong>${file.wrong(cells.length)}</strong></p>
        <p>${file.wrongText}</p>
        <ul class="problems" tabindex="0" role="list" aria-label=${file.wrong(cells.length)}>
          ${cells.map(({ row, column, problem }) => html`<li><strong>${file.cell(row, column)}:</strong> ${problem}</li>`)}
        </ul>`,
    )}
  </div>`
}

/** A warning where the same wallet gets the same amount twice; nothing where it does not. */
export function renderDuplicates(
  view: ConsoleView,
  rows: readonly FileRow[],
): TemplateResult | typeof nothing {
  const { text, format } = view.context
  const groups = findDuplicates(rows)
  if (groups.length === 0) return nothing
  return renderNote(
    'warning',
    html`<p><strong>${text.payouts.duplicates}</strong></p>
      <p>${text.payouts.duplicatesText}</p>
      <ul>
        ${groups.map((group) => {
          const payout = group[0]?.payout
          const amount = payout ? format.money(payout.amount, payout.symbol) : ''
          return html`<li>${text.payouts.duplicate(
            group.map(({ row }) => row),
            amount,
          )}</li>`
        })}
      </ul>`,
  )
}

/** The rows as a table, with bad cells marked. It scrolls, hence it takes the focus. */
export function renderSheet(view: ConsoleView, rows: readonly FileRow[]): TemplateResult {
  const { payouts } = view.context.text
  const titles: Readonly<Record<PayoutColumn, string>> = {
    recipient: payouts.recipient,
    amount: payouts.amount,
    currency: payouts.currency,
    reference: payouts.reference,
    recipient_id: payouts.recipientId,
  }
  return html`<div class="sheet" tabindex="0" role="region" aria-label=${payouts.file.sheet}>
    <table>
      <thead>
        <tr>
          <th scope="col" class="number">${payouts.file.row}</th>
          ${SHOWN.map((column) => html`<th scope="col" class=${column === 'amount' ? 'number' : ''}>${titles[column]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) => html`<tr>
            <th scope="row" class="number">${row.row}</th>
            ${SHOWN.map((column) => renderCell(view, row, column))}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

const SHOWN: readonly PayoutColumn[] = [
  'recipient',
  'amount',
  'currency',
  'reference',
  'recipient_id',
]

function renderCell(
  view: ConsoleView,
  { cells, payout, problems }: FileRow,
  column: PayoutColumn,
): TemplateResult {
  const problem = problems[column]
  const value = cells[column].trim()
  if (problem !== undefined) {
    const shown = value === '' ? '—' : value
    return html`<td class="wrong ${column === 'amount' ? 'number' : ''}" title=${problem}>${shown}</td>`
  }
  if (column === 'amount') {
    return html`<td class="number">${payout === null ? value : view.context.format.amount(payout.amount)}</td>`
  }
  if (column === 'currency') return html`<td>${payout?.currencyId ?? value}</td>`
  return html`<td title=${value}>${column === 'recipient' ? html`<code>${value}</code>` : value}</td>`
}
