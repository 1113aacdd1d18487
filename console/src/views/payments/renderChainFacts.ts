import { invertRate } from '@secure-payment/core/conversion'
import { findNetwork } from '@secure-payment/core/networks'
import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { RequestDetail } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { renderAddress, renderCopyButton, renderFact } from '../../ui/elements.ts'
import { renderPayeeFee, renderPayerCosts } from './renderCosts.ts'
import { renderTransactionLink } from './renderTransactionLink.ts'
import { renderWorth } from './renderWorth.ts'

type Payment = RequestDetail['payments'][number]

/** Renders the facts of one payment on chain. */
export function renderChainFacts(
  view: ConsoleView<SignedInContext>,
  payment: Payment,
  {
    number,
    all,
    refund = nothing,
  }: { number: number; all: number; refund?: TemplateResult | typeof nothing },
): TemplateResult {
  const { text, format } = view.context
  const { payments } = text
  const { detail } = payments
  const { receivedAmount, payerAddress, note, excessAmount, reportingCurrency } = payment
  const worth = payment.amountInReportingCurrency
  const currency = plainText(payment.currency)
  const money = (amount: string, symbol: string | null): string =>
    format.money(amount, plainText(symbol ?? ''))
  return html`<section class="card" aria-labelledby="chain-${number}">
    <h2 id="chain-${number}">${detail.chain(number, all)}</h2>
    <dl class="facts-list">
      ${renderFact(detail.credited, money(payment.amount, currency))}
      ${renderPayeeFee(view, payment)}
      ${renderPayerCosts(view, payment)}
      ${receivedAmount === null ? nothing : renderFact(detail.received, money(receivedAmount, payment.receivedCurrency))}
      ${worth === null ? nothing : renderFact(detail.worth(reportingCurrency), renderWorth(view, worth, reportingCurrency))}
      ${excessAmount === null ? nothing : renderFact(detail.excessPart, money(excessAmount, payment.excessCurrency))}
      ${renderRate(view, payment)}
      ${payerAddress === null ? nothing : renderFact(detail.payer, html`<span class="value-line">${renderAddress(payerAddress)}${renderCopyButton(view, payerAddress, detail.payer)}</span>`)}
      ${renderFact(detail.kind, payments.types[payment.type])}
      ${renderMovement(view, payment)}
      ${renderFact(detail.time, html`<time datetime=${payment.timestamp}>${format.dateTime(payment.timestamp)}</time>`)}
      ${payment.isLate ? renderFact(payments.status, payments.lateHint) : nothing}
      ${note === null ? nothing : renderFact(detail.note, plainText(note))}
    </dl>
    ${refund}
  </section>`
}

function renderRate(
  view: ConsoleView<SignedInContext>,
  { conversionRateDestination: rate, currency, paymentCurrency }: Payment,
): TemplateResult | typeof nothing {
  if (rate === null) return nothing
  const { text, format } = view.context
  const { detail } = text.payments
  const price = format.money(invertRate(rate), plainText(currency), 0)
  return renderFact(detail.rate, detail.rateOf(plainText(paymentCurrency), price))
}

/** Renders the networks and transactions: one of each, or those on both sides of a bridge. */
function renderMovement(view: ConsoleView<SignedInContext>, payment: Payment): TemplateResult {
  const { detail } = view.context.text.payments
  const { sourceNetwork, destinationNetwork, sourceTxHash, destinationTxHash } = payment
  const side = (name: string, network: string, txHash: string | null) =>
    txHash === null
      ? nothing
      : renderFact(
          name,
          html`<span class="value-line">${renderTransactionLink(view, { network, txHash })}${renderCopyButton(view, txHash, name)}</span>`,
        )
  const name = (id: string): string => findNetwork(id)?.name ?? plainText(id)
  const isBridged = sourceNetwork !== destinationNetwork
  return html`${isBridged ? renderFact(detail.sourceNetwork, name(sourceNetwork)) : nothing}
    ${isBridged ? side(detail.sourceTransaction, sourceNetwork, sourceTxHash) : nothing}
    ${renderFact(detail.network, name(destinationNetwork))}
    ${side(detail.transaction, destinationNetwork, destinationTxHash ?? (isBridged ? null : sourceTxHash))}`
}
