import { findNetwork } from '@secure-payment/core/networks'
import { plainText, plainTextUpTo } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { RefundRecord, RequestDetail } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { nameCustomer } from '../../nameCustomer.ts'
import { formatRoute } from '../../routes.ts'
import {
  renderAddress,
  renderBadge,
  renderFact,
  renderNote,
  renderValue,
} from '../../ui/elements.ts'
import { nameCurrency } from '../links/describeListedLink.ts'
import { nameOrder } from '../links/nameOrder.ts'
import { readKept } from '../refunds/readRest.ts'
import { renderSurplus } from '../refunds/renderSurplus.ts'
import { renderRequestStatus } from './renderRequestStatus.ts'
import { renderWorth } from './renderWorth.ts'
import { sumWorths, type WorthSum } from './sumWorths.ts'

/** The maximum length of a reference in the API. */
const MOST_LETTERS = 255
/** The maximum number of payments in the API's response about a request. */
const MOST_PAYMENTS = 1_000

/** Renders a request's state: its amount, its surplus with the refunds, its customer, and the network on which it is paid. */
export function renderRequestFacts(
  view: ConsoleView<SignedInContext>,
  request: RequestDetail,
  refunds: readonly RefundRecord[],
): TemplateResult {
  const { text, format } = view.context
  const { detail } = text.payments
  const symbol = plainText(request.invoiceCurrency ?? request.invoiceCurrencyId)
  const money = (amount: string): string => format.money(amount, symbol)
  const all = money(request.requestAmount)
  const isPart = request.status === 'partially_paid'
  const { reference, payee, refundOf } = request
  const { customerInfo } = refundOf ?? request
  const name = nameCustomer(customerInfo)
  const email = customerInfo?.email === undefined ? null : plainText(customerInfo.email)
  const customer = [name, email === name ? null : email].filter((part) => part !== null).join(', ')
  const { title = null, lines = [] } = request.order ?? {}
  const named = { title, firstLine: lines[0]?.name ?? null, lineCount: lines.length }
  const order = nameOrder(named, text)
  return html`<section class="card" aria-labelledby="state-title">
    <div class="row" role="status">
      <h2 id="state-title">${isPart ? detail.of(money(request.paidAmount), all) : all}</h2>
      ${renderRequestStatus(request, text)}
      ${request.refundStatus === 'none' || request.status === 'refunded' ? nothing : renderBadge('neutral', text.refunds.marks[request.refundStatus])}
    </div>
    ${renderSurplus(view, request, refunds, { isOwnPage: true })}
    ${request.paidLate ? renderNote('warning', html`<p>${detail.late}</p>`) : nothing}
    ${request.note === null ? nothing : renderNote('info', html`<p>${plainText(request.note)}</p>`)}
    <dl class="facts-list">
      ${isPart ? renderFact(detail.remaining, money(request.remainingAmount)) : nothing}
      ${renderSums(view, request)}
      ${renderRefunded(view, request)}
      ${order === null ? nothing : renderFact(text.links.detail.order, order)}
      ${reference === null ? nothing : renderFact(text.payments.for, plainTextUpTo(reference, MOST_LETTERS))}
      ${renderLink(view, request)}
      ${customer === '' ? nothing : renderFact(detail.customer, customer)}
      ${payee === null ? nothing : renderFact(detail.payee, renderAddress(payee))}
      ${renderFact(detail.network, format.list(listNetworks(request)))}
      ${renderFact(detail.requestId, renderValue(view, request.requestId, detail.requestId))}
      ${listReferences(request).map((one) => renderFact(detail.paymentReference, renderValue(view, one, detail.paymentReference)))}
    </dl>
  </section>`
}

/**
 * Returns the payment reference. If the request accepts several currencies, each has its own: returns those of the paid ones, and none before
 * a payment.
 */
function listReferences(request: RequestDetail): readonly string[] {
  const { options = [], payments, paymentReference } = request
  if (options.length === 0) return [paymentReference]
  return [request, ...options]
    .filter(({ network, paymentCurrencyId }) =>
      payments.some(
        (paid) =>
          paid.destinationNetwork === network &&
          paid.paymentCurrency === nameCurrency(paymentCurrencyId),
      ),
    )
    .map((way) => way.paymentReference)
}

/** Names the networks of the payments; without payments, the networks on which the request can be paid. */
function listNetworks({ network, options = [], payments }: RequestDetail): readonly string[] {
  const paid = payments.map(({ destinationNetwork }) => destinationNetwork)
  const payable = [network, ...options.map((option) => option.network)]
  return [...new Set(paid.length > 0 ? paid : payable)].map(
    (id) => findNetwork(id)?.name ?? plainText(id),
  )
}

/**
 * Renders a request's value. With several payments or a refund, also renders the received amount, the refunded amount and the
 * difference.
 */
function renderSums(
  view: ConsoleView<SignedInContext>,
  request: RequestDetail,
): readonly (TemplateResult | typeof nothing)[] {
  const { text, format } = view.context
  const { sums } = text.payments.detail
  const { flow, payments, receivedAmount, refundedAmount, refundStatus } = request
  const isRefunded = refundStatus !== 'none'
  const hasSums = payments.length > 1 || isRefunded
  if (flow === 'pay' || receivedAmount === null || !hasSums) {
    return [renderOneWorth(view, request)]
  }
  const symbol = plainText(request.paymentCurrency ?? request.paymentCurrencyId)
  const kept = isRefunded ? readKept({ receivedAmount, refundedAmount }) : null
  const worth = sumReceived(request)
  const money = (amount: string): string => format.money(amount, symbol)
  return [
    renderFact(sums.received, money(receivedAmount)),
    worth === null
      ? nothing
      : renderFact(sums.worth(worth.currency), renderWorth(view, worth.worth, worth.currency)),
    isRefunded ? renderFact(sums.refunded, money(refundedAmount)) : nothing,
    kept === null ? nothing : renderFact(sums.kept, money(kept)),
  ]
}

/** Renders the value of the paid amount, or of the requested amount until it is paid; nothing if it is unknown. */
function renderOneWorth(
  view: ConsoleView<SignedInContext>,
  request: RequestDetail,
): TemplateResult | typeof nothing {
  const { text, format } = view.context
  const { detail } = text.payments
  const received = sumReceived(request)
  // The request already contains its value in US dollars.
  if (received !== null && received.currency !== 'USD') {
    const { worth, currency } = received
    return renderFact(detail.worth(currency), renderWorth(view, worth, currency))
  }
  const { status, conversionBreakdown, amountInUsd } = request
  // A partly paid, converted request shows the value of the paid part; every other request shows its whole amount's value.
  const worth =
    status === 'partially_paid' && conversionBreakdown !== null
      ? conversionBreakdown.paidAmountInUsd
      : amountInUsd
  return worth === null ? nothing : renderFact(detail.worth('USD'), format.money(worth, 'USD'))
}

/**
 * Renders the link from a refund to the refunded payment; nothing for any other request, or if the refunded payment
 * matched no request.
 */
function renderRefunded(
  { context: { text } }: ConsoleView<SignedInContext>,
  { refundOf }: RequestDetail,
): TemplateResult | typeof nothing {
  const requestId = refundOf?.requestId ?? null
  if (refundOf === undefined || requestId === null) return nothing
  const { list } = text.refunds
  const { reference } = refundOf
  const href = formatRoute({ name: 'payment', requestId })
  const label = reference === null ? list.noReference : plainTextUpTo(reference, MOST_LETTERS)
  return renderFact(list.payment, html`<a href=${href}>${label}</a>`)
}

/** Returns the value of the received payments in the reporting currency; null if part of it is unknown or not in the response. */
function sumReceived({ payments }: RequestDetail): WorthSum | null {
  const sum = payments.length < MOST_PAYMENTS ? sumWorths(payments) : null
  return sum === null || sum.unknownCount > 0 ? null : sum
}

/** Renders the link to the request's payment link or payout link; nothing without one. */
function renderLink(
  { context: { text } }: ConsoleView<SignedInContext>,
  { requestId, flow, securePaymentToken: token = null }: RequestDetail,
): TemplateResult | typeof nothing {
  if (token === null) return nothing
  if (flow === 'pay') {
    const { link } = text.payouts
    const href = formatRoute({ name: 'payoutLink', requestId })
    return renderFact(link.title, html`<a href=${href}>${link.open}</a>`)
  }
  const href = formatRoute({ name: 'link', token })
  return renderFact(
    text.links.detail.title,
    html`<a href=${href}>${text.payments.emptySearch.toLink}</a>`,
  )
}
