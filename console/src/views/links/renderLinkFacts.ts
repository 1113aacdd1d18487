import { findNetwork } from '@secure-payment/core/networks'
import { formatList, plainText, renderIcon, safeUrl } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { displayFee } from '../../amounts/displayFee.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import { formatDay } from '../../calendar/formatDay.ts'
import type { SignedInContext } from '../../context.ts'
import { ensureDefined } from '../../ensureDefined.ts'
import { formatRoute } from '../../routes.ts'
import { renderAddress, renderFact, renderNote } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderPolicyFacts } from '../access/renderPolicyFacts.ts'
import { renderSurplus } from '../refunds/renderSurplus.ts'
import type { LinkWords } from './describeLink.ts'
import { nameCurrency } from './describeListedLink.ts'
import { plainLines } from './plainLines.ts'
import type { LinkState } from './readLink.ts'
import { renderOrderLines, symbolOf } from './renderOrderLines.ts'

type View = ConsoleView<SignedInContext>

/** Renders a link's order, its customer and the receiving wallet. */
export function renderLinkFacts(view: View, state: LinkState, words: LinkWords): TemplateResult {
  const { detail } = view.context.text.links
  const { payment } = state
  const { order } = payment
  return html`<section class="card" aria-labelledby="order-title">
      <h2 id="order-title">${words.title ?? detail.order}</h2>
      ${order?.description === undefined ? nothing : html`<p class="prose">${plainLines(order.description)}</p>`}
      ${order?.lines === undefined ? nothing : renderOrderLines(view, { lines: order.lines, symbol: symbolOf(payment) })}
      ${renderFacts(view, state, words)}
      ${payment.items.length > 1 || state.payments !== null ? nothing : renderHistoryLink(view, ensureDefined(payment.requestIds[0], 'The first request'))}
    </section>
    ${payment.items.length > 1 ? renderItems(view, payment, detail.payments) : nothing}`
}

/** Renders the notes about a link's state. */
export function renderLinkState(
  view: View,
  { payment, request, refunds }: LinkState,
  words: LinkWords,
): TemplateResult {
  const { detail } = view.context.text.links
  const { status } = payment
  const { amount, paid, isConfirming } = words
  if (request.excessAmount !== null && payment.items.length === 1) {
    return renderSurplus(view, request, refunds)
  }
  const tone = status === 'completed' ? 'success' : 'warning'
  return html`${paid === null ? nothing : renderNote('info', html`<p>${detail.partly(paid, amount)}</p>`)}
    ${isConfirming ? renderNote('info', html`<p role="status">${detail.confirming}</p>`) : nothing}
    ${status === 'pending' ? html`<p class="hint">${detail.live}</p>` : renderNote(tone, html`<p>${detail.closed[status]}</p>`)}`
}

function renderFacts(
  view: View,
  { payment, summary }: LinkState,
  words: LinkWords,
): TemplateResult {
  const { text, format } = view.context
  const { detail } = text.links
  const { order, status, completedAt, createdAt, items, network } = payment
  const accepted = listAccepted(view, payment)
  const [item] = items
  const redirect = safeUrl(summary.redirectUrl)
  const token = item === undefined ? '' : nameCurrency(item.paymentCurrency)
  const isOpenChoice = accepted !== null && status !== 'completed'
  const customer = [words.customer, words.email === words.customer ? null : words.email]
    .filter((one) => one !== null)
    .join(', ')
  return html`<dl class="facts-list">
    ${words.reference === null ? nothing : renderFact(text.payments.for, words.reference)}
    ${customer === '' ? nothing : renderFact(detail.customer, customer)}
    ${order?.dueDate === undefined ? nothing : renderFact(detail.due, formatDay(format, order.dueDate))}
    ${isOpenChoice ? nothing : renderFact(detail.receives, text.links.form.route(token, nameNetwork(network)))}
    ${accepted === null ? nothing : renderFact(detail.payableIn, accepted)}
    ${item === undefined || items.length > 1 ? nothing : renderFact(detail.payee, renderAddress(item.payee))}
    ${renderFees(view, payment)}
    ${renderPolicyFacts(view, summary.accessPolicy)}
    ${renderFact(detail.created, format.dateTime(createdAt))}
    ${completedAt === null ? nothing : renderFact(detail.completed, format.dateTime(completedAt))}
    ${status === 'pending' || status === 'expired' ? renderFact(detail.expires, words.expires) : nothing}
    ${redirect === null ? nothing : renderFact(detail.redirect, html`<a class="hosted" href=${redirect} target="_blank" rel="noopener">${redirect}<span class="visually-hidden"> (${text.common.opensNewTab})</span></a>`)}
  </dl>`
}

/**
 * Renders the fee of a link with one payment, its receiver, and the amounts that the payer pays and the payee receives; nothing without a
 * fee. The fee plan adds the amounts in US dollars, at the prices of the link's creation.
 */
function renderFees(
  { context: { text, format } }: View,
  { items, feePlan }: LinkState['payment'],
): TemplateResult | typeof nothing {
  const [item] = items
  const fee = item?.fee ?? null
  if (item === undefined || fee === null || items.length > 1) return nothing
  const bearer = fee.bearer ?? 'payer'
  const symbol = plainText(item.symbol)
  const parts = displayFee({ amount: item.amount, fee: fee.amount, bearer }, symbol)
  const money = (amount: string, usd: string | undefined): TemplateResult => {
    const worth = usd === undefined || symbol === 'USD' ? null : format.money(usd, 'USD')
    return html`${format.money(amount, symbol)}${worth === null ? nothing : html` <span class="hint">${text.links.detail.worthAtCreation(worth)}</span>`}`
  }
  return html`${renderFact(
    text.approvals.fees[bearer],
    html`<strong>${format.money(parts.fee, symbol)}</strong> ${renderAddress(fee.address)}`,
  )}
  ${renderFact(text.fees.payerPays, money(parts.paid, feePlan?.payerTotalAmountUsd))}
  ${renderFact(text.fees.payeeReceives, money(parts.received, feePlan?.netRecipientAmountUsd))}`
}

/** Lists the currencies and networks in which payers can pay; null for a link in one currency. */
function listAccepted(view: View, payment: LinkState['payment']): string | null {
  if (payment.paymentType !== 'single' || payment.options === undefined) return null
  const { text, format } = view.context
  const routes = payment.options.map(({ option, chain }) =>
    text.links.form.route(nameCurrency(option), nameNetwork(chain.id)),
  )
  return formatList(format, routes)
}

function nameNetwork(network: string): string {
  return findNetwork(network)?.name ?? plainText(network)
}

function renderHistoryLink(view: View, requestId: string): TemplateResult {
  const { detail } = view.context.text.links
  return html`<p><a class="link" href=${formatRoute({ name: 'payment', requestId })}>${renderIcon(icons.list, 'small')} ${detail.history}</a></p>`
}

/** Renders the requests in a link with several requests; each request has a separate page. */
function renderItems(view: View, { items }: LinkState['payment'], title: string): TemplateResult {
  const { text, format } = view.context
  return html`<section class="stack" aria-labelledby="items-title">
    <h2 id="items-title">${title}</h2>
    <ul class="records">
      ${items.map(
        ({ requestId, amount, symbol, payee, status }) => html`<li class="record">
          <div class="record-head">
            <h3><a href=${formatRoute({ name: 'payment', requestId })}>${format.money(amount, symbol)}</a></h3>
            <span class="muted">${text.payments.unpaid.status[status]}</span>
          </div>
          <div class="facts-line">${renderAddress(payee)}</div>
        </li>`,
      )}
    </ul>
  </section>`
}
