import { findNetwork } from '@secure-payment/core/networks'
import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ApprovalRecord } from '../../api.ts'
import { formatRoute, type Route } from '../../routes.ts'
import { renderAddress, renderBadge, renderTime } from '../../ui/elements.ts'
import { nameCurrency } from '../links/describeListedLink.ts'
import { type ApprovalNames, nameMember, nameRequester } from './approvalNames.ts'
import { APPROVAL_TONES, describeSubject, nameKind } from './describeApproval.ts'
import { type DecidingView, renderActions } from './renderDecision.ts'
import { renderPayoutFee } from './renderPayoutFee.ts'

/** The number of recipients in an approval list; the confirmation lists all of them. */
const MOST_RECIPIENTS = 3

/** Renders an approval in a list, with its buttons while it waits. */
export function renderApproval(
  view: DecidingView,
  approval: ApprovalRecord,
  names: ApprovalNames,
): TemplateResult {
  const { approvals } = view.context.text
  const { status } = approval
  const route = routeOf(approval)
  const subject = describeSubject(approval, view.context)
  return html`<li class="record">
    <div class="record-head">
      <h3>${route === null ? subject : html`<a href=${formatRoute(route)}>${subject}</a>`}</h3>
      ${renderBadge(APPROVAL_TONES[status], approvals.status[status])}
      <span class="muted">${nameKind(approval, view.context.text)}</span>
    </div>
    ${renderPayees(view, approval)} ${renderApprovalFacts(view, approval, names)}
    ${renderActions(view, approval)}
  </li>`
}

/** Renders an approval's value, requester and times, and the member who decided. */
export function renderApprovalFacts(
  view: DecidingView,
  approval: ApprovalRecord,
  names: ApprovalNames,
): TemplateResult {
  const { text, format } = view.context
  const { approvals } = text
  const { kind, worthInUsd, createdAt, expiresAt, status, reason } = approval
  const worth =
    worthInUsd === null ? approvals.worthUnknown : approvals.worth(format.money(worthInUsd, 'USD'))
  return html`<div class="facts-line">
    ${kind === 'limit' ? nothing : html`<span>${worth}</span>`}
    <span>${approvals.requestedBy(nameRequester(approval, names, text))}</span>
    ${renderTime(view, createdAt)}
    ${
      expiresAt === null || status !== 'waiting'
        ? nothing
        : html`<span title=${format.dateTime(expiresAt)}>${approvals.expires(format.relative(Date.parse(expiresAt), view.context.now()))}</span>`
    }
    ${status === 'approved' || status === 'declined' ? html`<span>${describeDecision(view, approval, names)}</span>` : nothing}
    ${reason === null ? nothing : html`<span>${approvals.page.reason(plainText(reason))}</span>`}
  </div>`
}

/** Describes by whom and when an approval was given or declined; empty in any other status. */
export function describeDecision(
  { context }: Pick<DecidingView, 'context'>,
  { status, decidedBy, decidedAt }: ApprovalRecord,
  names: ApprovalNames,
): string {
  const { text, format } = context
  const { page } = text.approvals
  if (decidedAt === null || (status !== 'approved' && status !== 'declined')) return ''
  const who = decidedBy === null ? text.approvals.formerMember : nameMember(decidedBy, names, text)
  return page[status](who, format.dateTime(decidedAt))
}

function renderPayees(
  { context }: DecidingView,
  { payouts, requestIds }: ApprovalRecord,
): TemplateResult | typeof nothing {
  const { text, format } = context
  const [only] = payouts
  if (only === undefined) return nothing
  const network = findNetwork(only.network)?.name ?? plainText(only.network)
  if (requestIds.length === 1) {
    const { reference, refundReason } = only
    return html`<div class="facts-line">
      ${renderAddress(only.payee)}
      <span>${network}</span>
      ${renderPayoutFee(context, only)}
      ${reference === null ? nothing : html`<span>${plainText(reference)}</span>`}
      ${refundReason === null ? nothing : html`<span>${text.approvals.refundReason(plainText(refundReason))}</span>`}
    </div>`
  }
  const rest = requestIds.length - Math.min(MOST_RECIPIENTS, payouts.length)
  return html`<ul class="payees">
      ${payouts.slice(0, MOST_RECIPIENTS).map((payout) => {
        const { amount, currency, payee, refundReason } = payout
        return html`<li>
              <strong>${format.money(amount, nameCurrency(currency))}</strong> ${renderAddress(payee)}
              ${renderPayoutFee(context, payout)}
              ${refundReason === null ? nothing : html`<span class="hint">${text.approvals.refundReason(plainText(refundReason))}</span>`}
            </li>`
      })}
    </ul>
    <div class="facts-line">
      ${rest === 0 ? nothing : html`<span>${text.approvals.others(rest)}</span>`}
      <span>${network}</span>
    </div>`
}

/** Returns the page for the approval's payout; null for a change to the limit. */
function routeOf({ kind, requestIds, recurringPaymentId }: ApprovalRecord): Route | null {
  const [requestId] = requestIds
  if (kind === 'schedule' && recurringPaymentId !== null) {
    return { name: 'schedule', scheduleId: recurringPaymentId }
  }
  if (requestId === undefined) return null
  return kind === 'payout_link' ? { name: 'payoutLink', requestId } : { name: 'payment', requestId }
}
