import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import { countPlaces } from '../../ui/countPlaces.ts'
import { renderNote } from '../../ui/elements.ts'
import { type PayoutColumn, payoutColumns } from './readPayout.ts'
import type { FileRow } from './readPayoutFile.ts'
import { findDuplicates } from './summarizePayouts.ts'

/** Renders every invalid cell, by row and column, with the reason. */
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

/** Renders a warning if the same wallet receives the same amount twice; otherwise nothing. */
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
          return html`<li>${text.payouts.duplicate(format.list(group.map(({ row }) => String(row))), amount)}</li>`
        })}
      </ul>`,
  )
}

/** Renders the rows as a table with invalid cells marked, on a narrow screen as cards. The table scrolls, so it is focusable. */
export function renderSheet(view: ConsoleView, rows: readonly FileRow[]): TemplateResult {
  const { payouts } = view.context.text
  const places = countPlaces(rows.map(({ payout }) => payout?.amount ?? ''))
  // The roles are explicit, because a table that is displayed as cards loses its own.
  return html`<div class="sheet" tabindex="0" role="region" aria-label=${payouts.file.sheet}>
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader" class="number">${payouts.file.row}</th>
          ${SHOWN.map((column) => html`<th scope="col" role="columnheader" class=${alignment(column)}>${titleOf(column, view)}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          (row) => html`<tr role="row">
            <th scope="row" role="rowheader" class="number" data-title=${payouts.file.row}>${row.row}</th>
            ${SHOWN.map((column) => renderCell(view, { row, column, places }))}
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

function titleOf(column: PayoutColumn, { context }: ConsoleView): string {
  const { payouts } = context.text
  const titles: Readonly<Record<PayoutColumn, string>> = {
    recipient: payouts.recipient,
    amount: payouts.amount,
    currency: payouts.currency,
    reference: payouts.reference,
    recipient_id: payouts.recipientId,
  }
  return titles[column]
}

function alignment(column: PayoutColumn): string {
  return column === 'amount' ? 'number' : ''
}

function renderCell(
  view: ConsoleView,
  options: { row: FileRow; column: PayoutColumn; places: number },
): TemplateResult {
  const { row, column, places } = options
  const { cells, payout } = row
  const problem = row.problems[column]
  const value = cells[column].trim()
  const isWrong = problem !== undefined
  const shown =
    value === '' && isWrong
      ? '—'
      : column === 'amount' && payout !== null
        ? view.context.format.amount(payout.amount, places)
        : column === 'currency'
          ? (payout?.currencyId ?? value)
          : value
  const state = isWrong ? 'wrong' : value === '' ? 'none' : ''
  return html`<td role="cell" class="${state} ${alignment(column)}" title=${problem ?? nothing} data-title=${titleOf(column, view)}>${column === 'recipient' ? html`<code>${shown}</code>` : html`<span>${shown}</span>`}</td>`
}
