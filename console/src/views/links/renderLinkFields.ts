import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { TypedFormController } from '../../controllers/TypedFormController.ts'
import type { Failure } from '../../failure.ts'
import { decimalsOf } from '../../networkChoices.ts'
import { renderButton } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderAmountInput } from '../../ui/renderAmountInput.ts'
import { renderInput, renderTextarea } from '../../ui/renderField.ts'
import { dayOf } from '../payments/paymentFilter.ts'
import type { LinkDraft } from './linkTerms.ts'
import type { OrderRowsController } from './OrderRowsController.ts'
import { MOST_LETTERS } from './readLinkForm.ts'
import { writeNumber } from './readOrderLines.ts'
import { renderLineFields } from './renderLineFields.ts'

type Facts = { readonly draft: LinkDraft; readonly failure: Failure | null }

/** Renders the amount, or the order's lines in its place. `select` is the currency choice; absent if the currency is fixed. */
export function renderPriceFields(
  view: ConsoleView,
  facts: Facts & {
    readonly rows: OrderRowsController
    readonly typed: TypedFormController
    readonly currency: { readonly currencyId: string; readonly symbol: string } | null
    readonly select: TemplateResult | null
  },
): TemplateResult {
  const { form } = view.context.text.links
  const { draft, failure, typed, currency, select } = facts
  const { lines } = draft.order
  const rows = facts.rows.read(lines)
  const onAdd = () => facts.rows.add(lines)
  if (rows.length > 0) {
    return html`${select === null ? nothing : html`<div class="narrow">${select}</div>`}
      ${renderLineFields(view, {
        rows,
        lines: lines ?? [],
        typed,
        symbol: currency?.symbol ?? '',
        failure,
        onAdd,
        onRemove: (row) => facts.rows.remove(row, lines),
      })}`
  }
  const amount = renderAmountInput(view, {
    name: 'amount',
    label: form.amount,
    typed,
    symbol: currency?.symbol ?? null,
    decimals: decimalsOf(currency?.currencyId ?? null),
    value: writeNumber(draft.amount),
    failure,
  })
  return html`${select === null ? html`<div class="narrow">${amount}</div>` : html`<div class="pair">${amount} ${select}</div>`}
    <div class="line-add">
      ${renderButton({ label: form.addLine, icon: icons.plus, isCompact: true, onClick: onAdd })}
      <span class="hint">${form.linesHint}</span>
    </div>`
}

/** Renders the fields for the order's texts and its due date. */
export function renderOrderFields(
  view: ConsoleView,
  { draft, failure, typed }: Facts & { readonly typed: TypedFormController },
): TemplateResult {
  const { text, now } = view.context
  const { form } = text.links
  const dueDate = typed.text('dueDate')
  const isPast = dueDate !== '' && dueDate < dayOf(new Date(now()))
  return html`${renderInput(view, {
    name: 'orderTitle',
    label: form.orderTitle,
    hint: form.orderTitleHint,
    value: draft.order.title,
    isOptional: true,
    maxLength: MOST_LETTERS.orderTitle,
    failure,
  })}
    ${renderTextarea(view, {
      name: 'description',
      label: form.description,
      value: draft.order.description,
      isOptional: true,
      isProse: true,
      rows: 3,
      failure,
    })}
    <div class="pair">
      ${renderInput(view, { name: 'reference', label: form.reference, hint: form.referenceHint, value: draft.reference, isOptional: true, maxLength: MOST_LETTERS.reference, failure })}
      ${renderInput(view, { name: 'dueDate', type: 'date', label: form.dueDate, hint: isPast ? form.dueDatePast : form.dueDateHint, isHintLive: true, value: draft.order.dueDate, isOptional: true, failure })}
    </div>`
}

/** Renders the fields for the customer's name and e-mail address. */
export function renderCustomerFields(view: ConsoleView, { draft, failure }: Facts): TemplateResult {
  const { form } = view.context.text.links
  const names = ['firstName', 'lastName'] as const
  return html`<div class="pair">
      ${names.map((name) => renderInput(view, { name, label: form[name], value: draft[name], isOptional: true, maxLength: MOST_LETTERS[name], failure }))}
    </div>
    ${renderInput(view, { name: 'email', type: 'email', label: form.email, value: draft.email, isOptional: true, maxLength: MOST_LETTERS.email, failure })}`
}

/** Renders the fields for the button that the payer sees after the payment. */
export function renderRedirectFields(view: ConsoleView, { draft, failure }: Facts): TemplateResult {
  const { form } = view.context.text.links
  return html`<div class="pair">
    ${renderInput(view, { name: 'redirectUrl', type: 'url', label: form.redirectUrl, hint: form.redirectUrlHint, value: draft.redirectUrl, isOptional: true, maxLength: MOST_LETTERS.redirectUrl, failure })}
    ${renderInput(view, { name: 'redirectLabel', label: form.redirectLabel, value: draft.redirectLabel, isOptional: true, maxLength: MOST_LETTERS.redirectLabel, failure })}
  </div>`
}
