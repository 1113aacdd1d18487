import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { RefundRecord } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { formatRoute } from '../../routes.ts'
import {
  renderAddress,
  renderBadge,
  renderCopyButton,
  renderFact,
  renderTime,
} from '../../ui/elements.ts'
import { nameCurrency } from '../links/describeListedLink.ts'
import { renderTransactionLink } from '../payments/renderTransactionLink.ts'

const TONES = {
  waiting_for_approval: 'warning',
  open: 'warning',
  processing: 'warning',
  confirmed: 'success',
  cancelled: 'neutral',
  held: 'danger',
} as const satisfies Record<RefundRecord['status'], string>

/** Returns a refund's amount in its token, as display text. */
export function writeRefund(
  { amount, currency }: Pick<RefundRecord, 'amount' | 'currency'>,
  { format }: Pick<SignedInContext, 'format'>,
): string {
  return format.money(amount, nameCurrency(currency))
}

/** Renders a refund: its amount and state, the recipient, and the refunded payment. `actions` come last. */
export function renderRefund(
  view: ConsoleView<SignedInContext>,
  refund: RefundRecord,
  { isOfPayment, actions }: { isOfPayment: boolean; actions: TemplateResult | typeof nothing },
): TemplateResult {
  const { list } = view.context.text.refunds
  const { status, recipient, reason } = refund
  return html`<div class="record-head">
      <h3 class="title">${writeRefund(refund, view.context)}</h3>
      ${renderBadge(TONES[status], list.statuses[status])}
    </div>
    <div class="facts-line">${renderTime(view, refund.createdAt)}${renderProgress(view, refund)}</div>
    ${refund.heldReason === null ? nothing : html`<p class="hint">${list.held[refund.heldReason]}</p>`}
    ${
      status === 'waiting_for_approval'
        ? html`<p class="hint">${list.waiting} <a href=${formatRoute({ name: 'approvals' })}>${list.toApprovals}</a></p>`
        : nothing
    }
    <dl class="facts-list">
      ${renderFact(list.recipient, html`<span class="value-line">${renderAddress(recipient)}${renderCopyButton(view, recipient, list.recipient)}</span>`)}
      ${isOfPayment ? nothing : renderFact(list.payment, renderPaymentLink(refund, view.context))}
      ${reason === null ? nothing : renderFact(list.reason, plainText(reason))}
      ${refund.txHash === null ? nothing : renderFact(list.transaction, renderTransactionLink(view, { network: refund.network, txHash: refund.txHash }))}
    </dl>
    ${actions}`
}

function renderProgress(
  { context: { text, format } }: ConsoleView<SignedInContext>,
  { amountInInvoiceCurrency: worth, ...refund }: RefundRecord,
): TemplateResult {
  const { list } = text.refunds
  const isPart = refund.amountPaid !== '0' && refund.status !== 'confirmed'
  const paid = format.money(refund.amountPaid, nameCurrency(refund.currency))
  return html`${worth === null ? nothing : html`<span>${list.worth(format.money(worth, nameCurrency(refund.invoiceCurrency)))}</span>`}
    ${isPart ? html`<span>${list.paid(paid)}</span>` : nothing}`
}

function renderPaymentLink(
  { requestId, reference }: RefundRecord,
  { text: { refunds, unmatched } }: SignedInContext,
): TemplateResult {
  if (requestId === null) {
    return html`<a href=${formatRoute({ name: 'unmatched' })}>${unmatched.title}</a>`
  }
  const label = reference === null ? refunds.list.noReference : plainText(reference)
  return html`<a href=${formatRoute({ name: 'payment', requestId })}>${label}</a>`
}
