import { html, nothing, type TemplateResult } from 'lit'
import type { Review } from '../../model.ts'
import { plainText } from '../../text/format.ts'
import {
  formatCosts,
  renderAddress,
  renderButton,
  renderHeading,
  renderRow,
} from '../shell/elements.ts'
import { renderIcon } from '../shell/icons.ts'
import { renderAccount } from '../shell/renderAccount.ts'
import type { Screen, ViewContext } from '../viewContext.ts'

/** What will leave the wallet, who gets it and by which contract. */
export const review: Screen = {
  id: 'review',
  heading: ({ text }) => text.reviewTitle,
  body: (context) => {
    const { model, text, actions } = context
    if (!model.review) return html``
    const prompts = model.review.steps.length
    return html`${renderHeading(text.reviewTitle)} ${renderAccount(context)}
      ${model.review.items.length > 1 ? renderBatch(context, model.review) : renderSingle(context, model.review)}
      <div class="assurance">
        ${renderIcon('shield')}
        <p><strong>${text.verified}.</strong> ${text.verifiedHint} ${prompts > 1 ? text.confirmationsNeeded(prompts) : nothing}</p>
      </div>
      ${renderDetails(context)}
      <div class="actions">
        ${renderButton({
          label: text.payButton(formatCosts(context, model.review.totalNeeded)),
          kind: 'primary',
          part: 'pay-button button',
          onClick: () => actions.pay(),
        })}
        ${renderButton({ label: text.back, kind: 'quiet', onClick: () => actions.back() })}
      </div>`
  },
}

function renderSingle(context: ViewContext, { items, networkName }: Review): TemplateResult {
  const { text, format, names } = context
  const [item] = items
  if (!item) return html``
  const { fee } = item
  return html`<dl part="summary" class="summary">
    ${renderRow(text.receives(names.merchant), format.money(item.amount, item.symbol), { isStrong: true })}
    ${fee ? renderRow(text.feeOf(fee.percentage), format.money(fee.amount, item.symbol)) : nothing}
    ${renderRow(text.network, html`<bdi>${plainText(networkName)}</bdi>`)}
    ${renderRow(text.networkFee, html`<span class="muted">${text.networkFeeText}</span>`)}
    <div part="recipient">${renderRow(text.recipient, renderAddress(context, item.payee, text.recipient), { isStacked: true })}</div>
  </dl>`
}

function renderBatch(
  context: ViewContext,
  { items, totalNeeded, networkName }: Review,
): TemplateResult {
  const { text, format } = context
  const fees = items.flatMap((item) => (item.fee ? [{ ...item.fee, symbol: item.symbol }] : []))
  return html`<div class="table-wrap">
      <table part="summary">
        <caption class="visually-hidden">${text.recipients}</caption>
        <thead><tr><th scope="col">${text.recipient}</th><th scope="col">${text.amount}</th></tr></thead>
        <tbody>
          ${items.map(
            (item) => html`<tr part="summary-row">
              <td part="recipient">${renderAddress(context, item.payee, text.recipient)}</td>
              <td>${format.money(item.amount, item.symbol)}</td>
            </tr>`,
          )}
          ${fees.map((fee) => html`<tr part="summary-row"><td class="muted">${text.feeOf(fee.percentage)}</td><td>${format.money(fee.amount, fee.symbol)}</td></tr>`)}
        </tbody>
        <tfoot><tr part="summary-row"><th scope="row">${text.total}</th><td>${formatCosts(context, totalNeeded)}</td></tr></tfoot>
      </table>
    </div>
    <dl class="summary bare">
      ${renderRow(text.network, html`<bdi>${plainText(networkName)}</bdi>`)}
      ${renderRow(text.networkFee, html`<span class="muted">${text.networkFeeText}</span>`)}
    </dl>`
}

function renderDetails(context: ViewContext): TemplateResult {
  const { text, local } = context
  const open = (event: Event): void => {
    if (event.currentTarget instanceof HTMLDetailsElement && event.currentTarget.open)
      local.openDetails()
  }
  return html`<details part="details" @toggle=${open}>
    <summary>${renderIcon('chevron', 'small directional')}${text.details}</summary>
    <div part="advanced">${local.details?.(context) ?? html`<span part="spinner" class="spinner" aria-hidden="true"></span>`}</div>
  </details>`
}
