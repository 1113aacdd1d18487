import { maskAddress, plainText } from '@secure-payment/widget/design'
import { css, html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { RequestRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { type ListPage, PageController } from '../../controllers/PageController.ts'
import { concernsPayments } from '../../live/change.ts'
import { formatRoute } from '../../routes.ts'
import { renderBadge, renderEmpty, renderTime } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { moveRowFocus } from '../../ui/moveRowFocus.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderMore } from '../../ui/renderMore.ts'
import { renderStale } from '../../ui/renderStale.ts'
import { APPROVAL_TONES } from '../approvals/describeApproval.ts'
import { paymentStyles } from '../payments/paymentStyles.ts'
import { renderTransactionLink } from '../payments/renderTransactionLink.ts'
import { renderPayoutStatus } from './renderPayoutStatus.ts'

type Status = RequestRecord['status']

/** The single payouts of a status, page by page, newest first. */
export class ConsolePayoutRecords extends ConsoleView<SignedInContext> {
  static override readonly styles = [
    ConsoleView.styles,
    paymentStyles,
    // Fits the longest label, which is the Japanese one for the transaction.
    css`
      .table {
        --_label-size: 7rem;
      }
    `,
  ]
  static override readonly properties = {
    ...ConsoleView.properties,
    status: { attribute: false },
  }

  /** The status of the listed payouts; null for all. Set once: the screen creates a new element for another status. */
  declare status: Status | null
  readonly #pages = new PageController<RequestRecord>(
    this,
    ({ requestId }) => requestId,
    async (page, signal) => {
      const status = this.status === null ? {} : { status: this.status }
      const query = { flow: 'pay', ...status, ...page } as const
      const { list } = this.context.client.requests
      const { requests, pagination } = await list({ query }, signal ? { signal } : {})
      return { records: requests, nextCursor: pagination.nextCursor, total: pagination.total }
    },
    { hears: concernsPayments },
  )

  constructor() {
    super()
    this.status = null
  }

  protected override render(): TemplateResult {
    return html`<div class="stack">
      ${renderStale(this, this.#pages.loader)}
      ${renderLoaded(this, this.#pages.loader, (page) =>
        page.records.length === 0 ? this.#renderEmpty() : this.#renderPage(page),
      )}
    </div>`
  }

  #renderEmpty(): TemplateResult {
    const { list } = this.context.text.payouts
    if (this.status !== null) return html`<p class="muted" role="status">${list.emptyFilter}</p>`
    return renderEmpty({
      icon: icons.payout,
      title: list.empty,
      text: list.emptyText,
      action: html`<a class="button" href=${formatRoute({ name: 'payouts' })}>${this.context.text.payouts.form}</a>`,
    })
  }

  #renderPage({ records, nextCursor, total = records.length }: ListPage<RequestRecord>) {
    const { text, format } = this.context
    const { list, amount, reference } = text.payouts
    const names = [
      amount,
      text.payments.status,
      list.recipient,
      reference,
      list.created,
      list.transaction,
    ]
    return html`<p role="status"><strong>${list.count(total, format.count(total))}</strong></p>
      <div class="table">
        <table role="table" aria-label=${list.table}>
          <thead role="rowgroup">
            <tr role="row">${names.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}</tr>
          </thead>
          <tbody role="rowgroup" @keydown=${moveRowFocus}>
            ${repeat(
              records,
              ({ requestId }) => requestId,
              (record) => this.#renderRow(record),
            )}
          </tbody>
        </table>
      </div>
      ${renderMore(this, this.#pages, { label: list.more, nextCursor })}`
  }

  #renderRow(record: RequestRecord): TemplateResult {
    const { text, format, now } = this.context
    const { list, reference: named } = text.payouts
    const { requestId, payee, createdAt, network, txHash, refundOf } = record
    const reference = record.reference ?? refundOf?.reference ?? null
    const symbol = plainText(record.invoiceCurrency ?? record.invoiceCurrencyId)
    const recipient = payee === null ? '' : maskAddress(payee)
    return html`<tr role="row">
      <td role="cell" class="amount">
        <a class="open" href=${formatRoute({ name: 'payment', requestId })} title=${list.open(recipient)}><strong>${format.money(record.requestAmount, symbol)}</strong></a>
      </td>
      <td role="cell" class="status">
        <span class="badges">
          ${this.#renderStatus(record)}
          ${refundOf === undefined ? nothing : renderBadge('neutral', text.refunds.marks.one)}
        </span>
        ${isDeclined(record) && record.approval?.reason ? html`<span class="sub">${text.approvals.page.reason(plainText(record.approval.reason))}</span>` : nothing}
      </td>
      <td role="cell" class="payer" data-name=${list.recipient}><code title=${payee ?? nothing}>${recipient}</code></td>
      <td role="cell" class="for" data-name=${named}>${reference === null ? html`<span class="muted">—</span>` : plainText(reference)}</td>
      <td role="cell" class="time" data-name=${list.created}>
        ${renderTime(this, createdAt)}
        <span class="sub">${format.minute(createdAt, now())}</span>
      </td>
      <td role="cell" class="network" data-name=${list.transaction}>
        ${txHash === null ? html`<span class="muted">${list.noTransaction}</span>` : renderTransactionLink(this, { network, txHash })}
      </td>
    </tr>`
  }

  /** Renders a payout's status. A payout that waits for its approval, or was declined, has the approval's status. */
  #renderStatus(record: RequestRecord): TemplateResult {
    const { approvals } = this.context.text
    const { status, approval } = record
    if (approval !== null && (isWaiting(record) || isDeclined(record))) {
      return renderBadge(APPROVAL_TONES[approval.status], approvals.status[approval.status])
    }
    return renderPayoutStatus(status, this.context.text)
  }
}

function isWaiting({ status, approval }: RequestRecord): boolean {
  return status === 'created' && approval?.status === 'waiting'
}

function isDeclined({ status, approval }: RequestRecord): boolean {
  return status === 'invalidated' && approval?.status === 'declined'
}

customElements.define('console-payout-records', ConsolePayoutRecords)

declare global {
  interface HTMLElementTagNameMap {
    'console-payout-records': ConsolePayoutRecords
  }
}
