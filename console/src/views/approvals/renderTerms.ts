import { findNetwork } from '@secure-payment/core/networks'
import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ApprovalRecord, ScheduleRecord } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import { formatDay } from '../../calendar/formatDay.ts'
import type { SignedInContext } from '../../context.ts'
import { renderAddress, renderFact } from '../../ui/elements.ts'
import { nameCurrency } from '../links/describeListedLink.ts'
import { describeCurrency, sumSchedule } from '../schedules/dueDays.ts'
import { nameRequester } from './approvalNames.ts'
import {
  addUpPayouts,
  hasAllPayouts,
  isRefund,
  nameKind,
  reasonOfRefund,
} from './describeApproval.ts'
import type { Decision } from './readDecision.ts'
import { renderFeeFact, renderPayoutFee } from './renderPayoutFee.ts'

type View = ConsoleView<SignedInContext>
type Payout = ApprovalRecord['payouts'][number]

/** Renders the exact subject of a decision: every amount and recipient, or the old and the new limit. */
export function renderTerms(view: View, decision: Decision): TemplateResult {
  const { text, format } = view.context
  const { facts } = text.approvals
  const { approval, names, schedule } = decision
  const { kind, payouts, worthInUsd, createdAt, expiresAt } = approval
  const [only] = payouts
  const refundReason = reasonOfRefund(approval)
  const worth =
    worthInUsd === null ? facts.worthUnknown : facts.about(format.money(worthInUsd, 'USD'))
  return html`<dl class="facts-list terms">
      ${kind === 'limit' ? renderLimits(view, decision) : nothing}
      ${schedule === null ? nothing : renderSchedule(view, schedule)}
      ${kind === 'limit' || schedule !== null ? nothing : renderAmount(view, approval)}
      ${isRefund(approval) ? renderFact(text.payments.detail.kind, nameKind(approval, text)) : nothing}
      ${refundReason === null ? nothing : renderFact(text.refunds.list.reason, plainText(refundReason))}
      ${kind === 'limit' ? nothing : renderFact(facts.worth, worth)}
      ${only === undefined || payouts.length > 1 ? nothing : renderRecipient(view, only)}
      ${renderFact(facts.requested, nameRequester(approval, names, text))}
      ${renderFact(facts.requestedAt, format.dateTime(createdAt))}
      ${expiresAt === null ? nothing : renderFact(facts.expires, format.dateTime(expiresAt))}
    </dl>
    ${payouts.length > 1 ? renderRecipients(view, payouts) : nothing}`
}

function renderAmount({ context }: View, approval: ApprovalRecord): TemplateResult {
  const { text, format } = context
  const { facts } = text.approvals
  const isWhole = hasAllPayouts(approval)
  const count = approval.requestIds.length
  return html`${isWhole ? renderFact(facts.amount, html`<strong>${addUpPayouts(approval, format)}</strong>`) : nothing}
    ${count > 1 ? renderFact(facts.recipients, String(count)) : nothing}`
}

function renderRecipient({ context }: View, payout: Payout): TemplateResult {
  const { facts } = context.text.approvals
  return html`${renderFact(facts.recipient, renderAddress(payout.payee))}
    ${renderFact(facts.network, nameNetwork(payout.network))}
    ${renderFeeFact(context, payout)}
    ${payout.reference === null ? nothing : renderFact(facts.reference, plainText(payout.reference))}`
}

/** Renders the recipients in their order; the list scrolls, so it is focusable. */
function renderRecipients({ context }: View, payouts: readonly Payout[]): TemplateResult {
  const { text, format } = context
  const label = text.approvals.facts.recipients
  return html`<ol class="recipients" tabindex="0" role="list" aria-label=${label}>
    ${payouts.map((payout) => {
      const { amount, currency, payee, network, reference, refundReason } = payout
      return html`<li>
        <strong>${format.money(amount, nameCurrency(currency))}</strong>
        <span>${renderAddress(payee)}</span>
        ${renderPayoutFee(context, payout)}
        <span class="hint">${[nameNetwork(network), ...[reference, refundReason].flatMap((one) => (one === null ? [] : plainText(one)))].join(' · ')}</span>
      </li>`
    })}
  </ol>`
}

function renderSchedule({ context }: View, schedule: ScheduleRecord): TemplateResult {
  const { text, format } = context
  const { facts } = text.approvals
  const { amount, frequency, totalPayments, startDate, payer, paymentCurrency } = schedule
  const { symbol } = describeCurrency(paymentCurrency)
  return html`${renderFact(facts.each, html`<strong>${format.money(amount, symbol)}</strong>`)}
    ${renderFact(facts.frequency, text.schedules.frequency[frequency])}
    ${renderFact(facts.payments, String(totalPayments))}
    ${renderFact(facts.total, html`<strong>${format.money(sumSchedule(schedule).whole, symbol)}</strong>`)}
    ${renderFact(facts.start, formatDay(format, startDate))}
    ${renderFact(facts.payer, renderAddress(payer))}`
}

function renderLimits(
  { context }: View,
  { approval, limitInUsd }: Pick<Decision, 'approval' | 'limitInUsd'>,
): TemplateResult {
  const { text, format } = context
  const { facts } = text.approvals
  const write = (limit: string | null) => (limit === null ? facts.none : format.money(limit, 'USD'))
  return html`${renderFact(facts.currentLimit, write(limitInUsd))}
    ${renderFact(facts.newLimit, html`<strong>${write(approval.newLimitInUsd)}</strong>`)}`
}

function nameNetwork(id: string): string {
  return findNetwork(id)?.name ?? plainText(id)
}
