import { maskAddress } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { ReceivedPayment } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { formatRoute } from '../../routes.ts'
import { renderBadge, renderTime } from '../../ui/elements.ts'
import { moveRowFocus } from '../../ui/moveRowFocus.ts'
import { describePayment, type PaymentWords } from './describePayment.ts'
import { formatFilter } from './paymentFilter.ts'
import { renderTransactionLink } from './renderTransactionLink.ts'

/**
 * Renders payments as a table; on a narrow page each row becomes a card. The explicit roles keep the table's semantics
 * when the styles show cards. Rows of requests with a surplus are marked.
 */
export function renderPaymentTable(
  view: ConsoleView<SignedInContext>,
  payments: readonly ReceivedPayment[],
): TemplateResult {
  const { payments: text } = view.context.text
  const names = [
    text.amount,
    text.worthIn(payments[0]?.reportingCurrency ?? 'USD'),
    text.status,
    text.for,
    text.payer,
    text.network,
    text.time,
  ]
  return html`<div class="table">
    <table role="table" aria-label=${text.table}>
      <thead role="rowgroup">
        <tr role="row">${names.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}</tr>
      </thead>
      <tbody role="rowgroup" @keydown=${moveRowFocus}>
        ${repeat(
          payments,
          ({ id }) => id,
          (payment) => renderRow(view, payment),
        )}
      </tbody>
    </table>
  </div>`
}

/** The maximum length of an amount in one line; a longer one may wrap before its symbol. */
const WRAPPING = 14
/** The maximum length of an amount without a break; a longer one may break anywhere. */
const BREAKING = 30

function renderRow(view: ConsoleView<SignedInContext>, payment: ReceivedPayment): TemplateResult {
  const { text, format, now } = view.context
  const { payments, refunds } = text
  const words = describePayment(payment, view.context)
  const { requestId, surplusAmount } = payment.request
  const title = words.refund?.label ?? payments.open(words.reference ?? maskAddress(requestId))
  return html`<tr role="row">
    <td role="cell" class="amount ${words.amount.length > BREAKING ? 'long' : ''}">
      <a class="open" href=${formatRoute({ name: 'payment', requestId })} title=${title}><strong>${words.amount.length > WRAPPING ? words.amount.replace('\u00a0', ' ') : words.amount}</strong></a>
      ${words.received === null ? nothing : html`<span class="sub">${words.received}</span>`}
    </td>
    <td role="cell" class="worth" data-name=${payments.worth}>
      <span>${words.worth ?? html`<span class="muted">${payments.worthUnknown}</span>`}</span>
      ${words.exactWorth === null ? nothing : html`<span class="sub">${words.exactWorth}</span>`}
    </td>
    <td role="cell" class="status">
      <span class="badges">
        ${renderBadge(words.isPaid ? 'success' : 'warning', words.status)}
        ${payment.flow === 'pay' ? renderBadge('neutral', payment.refundId === null ? payments.payout : refunds.marks.one) : nothing}
        ${payment.refundStatus === 'none' ? nothing : renderBadge('neutral', refunds.marks[payment.refundStatus])}
        ${payment.isLate ? renderBadge('warning', payments.late) : nothing}
        ${surplusAmount === null ? nothing : renderBadge('warning', payments.overpaid)}
      </span>
      <span class="sub">${words.kind}</span>
      ${payment.isLate ? html`<span class="sub">${payments.lateHint}</span>` : nothing}
    </td>
    <td role="cell" class="for">
      ${renderOrder(view, words)}
      ${words.customer === null ? nothing : html`<span class="sub">${words.customer}</span>`}
    </td>
    <td role="cell" class="payer" data-name=${payments.payer}>${renderPayer(view, payment)}</td>
    <td role="cell" class="network" data-name=${payments.network}>
      <span>${words.network}${words.origin === null ? nothing : html` <span class="muted">${payments.fromNetwork(words.origin)}</span>`}</span>
      ${
        words.txHash === null
          ? nothing
          : renderTransactionLink(view, {
              network: payment.destinationNetwork,
              txHash: words.txHash,
            })
      }
    </td>
    <td role="cell" class="time" data-name=${payments.time}>
      ${renderTime(view, payment.timestamp)}
      <span class="sub">${format.minute(payment.timestamp, now())}</span>
    </td>
  </tr>`
}

/** Renders a payment's order; a refund links to the refunded payment's request. */
function renderOrder(
  { context: { text } }: ConsoleView<SignedInContext>,
  { reference, refund }: PaymentWords,
): TemplateResult {
  if (refund !== null) {
    const { label, requestId } = refund
    if (requestId === null) return html`<span>${label}</span>`
    return html`<a href=${formatRoute({ name: 'payment', requestId })}>${label}</a>`
  }
  return reference === null
    ? html`<span class="muted">${text.payments.noReference}</span>`
    : html`<span>${reference}</span>`
}

function renderPayer(
  view: ConsoleView<SignedInContext>,
  { payerAddress }: ReceivedPayment,
): TemplateResult {
  const { payments } = view.context.text
  if (payerAddress === null) return html`<span class="muted">${payments.unknownPayer}</span>`
  const query = formatFilter({ walletAddress: payerAddress })
  const label = payments.paymentsOf(maskAddress(payerAddress))
  return html`<a href=${formatRoute({ name: 'payments', query })} title=${payerAddress} aria-label=${label}><code>${maskAddress(payerAddress)}</code></a>`
}
