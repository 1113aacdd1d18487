import type { Order } from '@secure-payment/core/api'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { TypedFormController } from '../../controllers/TypedFormController.ts'
import type { Failure } from '../../failure.ts'
import { renderButton } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderFieldError, renderInput } from '../../ui/renderField.ts'
import { MAX_LINE_NAME, MAX_LINES, readOrderLines, writeNumber } from './readOrderLines.ts'

type Options = {
  readonly rows: readonly number[]
  /** The lines of the link that is copied, in the order of its rows. */
  readonly lines: NonNullable<Order['lines']>
  readonly typed: TypedFormController
  readonly symbol: string
  readonly failure: Failure | null
  readonly onAdd: () => void
  readonly onRemove: (row: number) => void
}

/** Renders the fields of an order's lines, each with its sum, and the exact total for all lines. */
export function renderLineFields(view: ConsoleView, options: Options): TemplateResult {
  const { text, format } = view.context
  const { form } = text.links
  const { rows, typed, symbol, failure } = options
  const { total } = readOrderLines(typed, {
    rows,
    symbol: symbol || null,
    locale: navigator.language,
    text,
  })
  return html`<div class="lines" role="group" aria-label=${form.lines}>
    ${repeat(
      rows,
      (row) => row,
      (row, index) => renderLine(view, row, index, options),
    )}
    <div class="line-add">
      ${
        rows.length >= MAX_LINES
          ? html`<span class="hint">${form.fullLines(MAX_LINES)}</span>`
          : renderButton({
              label: form.addLine,
              icon: icons.plus,
              isCompact: true,
              onClick: options.onAdd,
            })
      }
    </div>
    <p class="total-line" role="status">
      <span>${form.total}</span>
      ${total === null ? html`<span class="hint">${form.totalUnknown}</span>` : html`<strong>${format.money(total, symbol, 0)}</strong>`}
    </p>
    ${failure?.fields['total'] ? html`<div role="alert">${renderFieldError('total', failure)}</div>` : nothing}
  </div>`
}

function renderLine(
  view: ConsoleView,
  row: number,
  index: number,
  { lines, typed, symbol, failure, onRemove }: Options,
): TemplateResult {
  const { text, format } = view.context
  const { form } = text.links
  const title = form.line(index + 1)
  const line = lines[row]
  const options = { rows: [row], symbol: symbol || null, locale: navigator.language, text }
  const { total } = readOrderLines(typed, options)
  return html`<fieldset class="line">
    <legend class="visually-hidden">${title}</legend>
    <div class="line-head">
      <span class="label" aria-hidden="true">${title}</span>
      ${total === null ? nothing : html`<span class="line-sum">${format.money(total, symbol, 0)}</span>`}
      ${renderButton({ label: form.removeLine, kind: 'quiet', describe: title, onClick: () => onRemove(row) })}
    </div>
    ${renderInput(view, { name: `name-${row}`, label: form.name, value: line?.name, maxLength: MAX_LINE_NAME, failure })}
    <div class="numbers">
      ${renderInput(view, { name: `quantity-${row}`, label: form.quantity, value: writeNumber(line?.quantity ?? '1'), inputMode: 'decimal', maxLength: 40, failure })}
      ${renderInput(view, { name: `price-${row}`, label: form.unitPrice, value: writeNumber(line?.unitPrice), inputMode: 'decimal', maxLength: 80, failure })}
      ${renderInput(view, { name: `tax-${row}`, label: form.tax, hint: form.taxHint, value: writeNumber(line?.taxAmount), isOptional: true, inputMode: 'decimal', maxLength: 80, failure })}
    </div>
  </fieldset>`
}
