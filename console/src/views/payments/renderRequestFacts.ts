import { findNetwork } from '@secure-payment/core/networks'
import { plainText, plainTextUpTo } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { toCents } from '../../amounts/toCents.ts'
import type { RequestDetail } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { nameCustomer } from '../../nameCustomer.ts'
import { formatRoute } from '../../routes.ts'
import { renderAddress, renderFact, renderNote, renderValue } from '../../ui/elements.ts'
import { renderRequestStatus } from './renderRequestStatus.ts'
import { renderWorth } from './renderWorth.ts'
import { sumWorths, type WorthSum } from './sumWorths.ts'

/** The maximum length of a reference in the API. */
const MOST_LETTERS = 255

/** Renders the state of a request: its amount, its customer, and the network on which it is paid. */
export function renderRequestFacts(
  view: ConsoleView<SignedInContext>,
  request: RequestDetail,
): TemplateResult {
  const { text, format } = view.context
  const { detail } = text.payments
  const symbol = plainText(request.invoiceCurrency ?? request.invoiceCurrencyId)
  const money = (amount: string): string => format.money(amount, symbol)
  const all = money(request.requestAmount)
  const isPart = request.status === 'partially_paid'
  const { reference, payee, network, excessAmount, conversionBreakdown } = request
  // A partly paid, converted request shows the worth of the paid part; every other request shows the worth of its whole amount.
  const worth =
    isPart && conversionBreakdown !== null
      ? conversionBreakdown.paidAmountInUsd
      : request.amountInUsd
  const customer = nameCustomer(request.customerInfo)
  const received = sumReceived(request)
  return html`<section class="card" aria-labelledby="state-title">
    <div class="row" role="status">
      <h2 id="state-title">${isPart ? detail.of(money(request.paidAmount), all) : all}</h2>
      ${renderRequestStatus(request, text)}
    </div>
    ${excessAmount === null || request.refundStatus !== 'none' ? nothing : renderNote('warning', html`<p>${detail.excess(money(excessAmount))}</p>`)}
    ${request.paidLate ? renderNote('warning', html`<p>${detail.late}</p>`) : nothing}
    ${request.note === null ? nothing : renderNote('info', html`<p>${plainText(request.note)}</p>`)}
    <dl class="facts-list">
      ${isPart ? renderFact(detail.remaining, money(request.remainingAmount)) : nothing}
      ${
        received !== null
          ? renderFact(
              detail.worth(received.currency),
              renderWorth(view, received.worth, received.currency),
            )
          : worth === null
            ? nothing
            : renderFact(detail.worth('USD'), format.money(toCents(worth), 'USD'))
      }
      ${reference === null ? nothing : renderFact(text.payments.for, plainTextUpTo(reference, MOST_LETTERS))}
      ${renderLink(view, request)}
      ${customer === null ? nothing : renderFact(detail.customer, customer)}
      ${payee === null ? nothing : renderFact(detail.payee, renderAddress(payee))}
      ${renderFact(detail.network, findNetwork(network)?.name ?? plainText(network))}
      ${renderFact(detail.requestId, renderValue(view, request.requestId, detail.requestId))}
      ${renderFact(detail.paymentReference, renderValue(view, request.paymentReference, detail.paymentReference))}
    </dl>
  </section>`
}

/**
 * Returns the worth of the received payments in the reporting currency. Null if a part is unknown, or if the currency is US
 * dollars: each request states its worth in dollars itself.
 */
function sumReceived({ payments }: RequestDetail): WorthSum | null {
  const sum = sumWorths(payments)
  return sum === null || sum.currency === 'USD' || sum.unknownCount > 0 ? null : sum
}

/** Renders the way to the request's payment link or payout link; nothing without one. */
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
