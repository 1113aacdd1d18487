import { maskAddress, safeUrl } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import { renderAddress, renderCopyButton } from '../../ui/elements.ts'
import type { LinkPayout } from './describeLink.ts'
import type { PayoutState } from './readPayoutState.ts'
import { renderPayoutStatus } from './renderPayoutStatus.ts'
import { renderTotals } from './renderTotals.ts'

type Transactions = NonNullable<PayoutState['payment']>['transactions']

/** Renders the recipients and amounts of a link, by the merchant's own names, with the total. */
export function renderLinkPayouts(
  view: ConsoleView,
  payouts: readonly LinkPayout[],
  options: { networkName: string; transactions: Transactions },
): TemplateResult {
  const { link } = view.context.text.payouts
  const paid = payouts.filter(({ status }) => status === 'paid')
  const isPartly = paid.length > 0 && paid.length < payouts.length
  return html`<section class="card" aria-label=${view.context.text.payouts.totals}>
      ${renderTotals(view, payouts)}
      ${isPartly ? renderTotals(view, paid, { title: link.paidSoFar }) : nothing}
    </section>
    <section class="stack" aria-labelledby="items-title">
      <h2 id="items-title">${link.recipients}</h2>
      <ul class="records">
        ${payouts.map((payout) =>
          renderPayout(view, payout, {
            ...options,
            transactions: options.transactions.filter(
              ({ requestId }) => requestId === payout.requestId,
            ),
          }),
        )}
      </ul>
    </section>`
}

function renderPayout(
  view: ConsoleView,
  payout: LinkPayout,
  options: { networkName: string; transactions: Transactions },
): TemplateResult {
  const { text, format } = view.context
  const { reference, recipientId } = text.payouts
  return html`<li class="record">
    <div class="record-head">
      <h3>${format.money(payout.amount, payout.symbol)}</h3>
      ${payout.status === null ? nothing : renderPayoutStatus(payout.status, text)}
    </div>
    ${
      payout.recipientId === null && payout.reference === null
        ? nothing
        : html`<dl class="names">
            ${payout.recipientId === null ? nothing : html`<div><dt>${recipientId}</dt><dd>${payout.recipientId}</dd></div>`}
            ${payout.reference === null ? nothing : html`<div><dt>${reference}</dt><dd>${payout.reference}</dd></div>`}
          </dl>`
    }
    <div class="facts-line">
      <span>${renderAddress(payout.payee)}</span>
      <span>${options.networkName}</span>
    </div>
    ${options.transactions.map(({ txHash, explorerUrl }) => renderTransaction(view, txHash, explorerUrl))}
  </li>`
}

function renderTransaction(
  view: ConsoleView,
  txHash: string,
  explorerUrl: string | null,
): TemplateResult {
  const { text } = view.context
  const url = safeUrl(explorerUrl)
  const name = text.schedules.transaction(maskAddress(txHash))
  const label = html`${text.payouts.link.transaction} <code>${maskAddress(txHash)}</code>`
  return html`<div class="facts-line value-line">
    ${url === null ? html`<span title=${txHash}>${label}</span>` : html`<a href=${url} target="_blank" rel="noopener">${label}<span class="visually-hidden"> (${text.common.opensNewTab})</span></a>`}
    ${renderCopyButton(view, txHash, name)}
  </div>`
}
