import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { RefundRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { type ListPage, PageController } from '../../controllers/PageController.ts'
import { concernsApprovals, concernsPayments } from '../../live/change.ts'
import { may } from '../../may.ts'
import { renderButton, renderEmpty, renderFailure } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderConfirm } from '../../ui/renderDialog.ts'
import { renderSelect } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderMore } from '../../ui/renderMore.ts'
import { renderStale } from '../../ui/renderStale.ts'
import { openRefundLink } from './openRefundLink.ts'
import { refundStyles } from './refundStyles.ts'
import { renderRefund, writeRefund } from './renderRefund.ts'
import { renderSelectable } from './renderSelectable.ts'

/** The name of the cancellation in the submit controller. */
const CANCEL = 'cancel'
/** The name of the payment of all selected refunds in the submit controller. */
const PAY = 'pay'

/** The request or link whose refunds a list contains. */
export type RefundScope = { readonly requestId: string } | { readonly securePaymentToken: string }

/**
 * A list of refunds, of which a member can cancel or pay the open ones, several together if selected.
 *
 * @event {CustomEvent} refunds - The list was read; `detail` contains the pages read so far.
 */
export class ConsoleRefundList extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, refundStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    scope: { attribute: false },
    status: { state: true },
    selected: { state: true },
  }

  /** Null for all of the merchant's refunds. Set once. */
  declare scope: RefundScope | null
  declare status: RefundRecord['status'] | null
  /** The ids of the open refunds that are selected. */
  declare selected: readonly string[]
  readonly dialog = new DialogController<RefundRecord>(this)
  readonly #pages = new PageController<RefundRecord>(
    this,
    ({ id }) => id,
    async (page, signal) => {
      const { list } = this.context.client.refunds
      const query = { ...page, ...this.scope, ...(this.status !== null && { status: this.status }) }
      const { refunds, nextCursor } = await list({ query }, signal ? { signal } : {})
      return { records: refunds, nextCursor }
    },
    { hears: (change) => concernsPayments(change) || concernsApprovals(change) },
  )

  /** The pages that the last event contained. */
  #told: ListPage<RefundRecord> | null = null

  constructor() {
    super()
    this.scope = null
    this.status = null
    this.selected = []
  }

  /** Reads the refunds again, for example after one was created. */
  reload(): Promise<void> {
    return this.#pages.loader.reload()
  }

  protected override render(): TemplateResult {
    const { list } = this.context.text.refunds
    const isOfRequest = this.scope !== null && 'requestId' in this.scope
    const isEmpty = this.#pages.loader.value?.records.length === 0
    // Without refunds, a request's page shows no list.
    if (isOfRequest && isEmpty) return html``
    return html`<section class="stack" aria-labelledby="refunds-title">
      <h2 id="refunds-title" tabindex="-1">${isOfRequest ? list.ofPayment : list.title}</h2>
      ${this.scope === null ? this.#renderFilter() : nothing}
      ${renderStale(this, this.#pages.loader)}
      ${renderLoaded(this, this.#pages.loader, ({ records, nextCursor }) =>
        records.length === 0
          ? this.#renderEmpty()
          : html`<ul class="records">${records.map((record) => this.#renderRecord(record, records))}</ul>
            ${this.#renderPayAll(records)}
            ${renderMore(this, this.#pages, { label: list.more, nextCursor })}`,
      )}
      ${this.#renderDialog()}
    </section>`
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed)
    const page = this.#pages.loader.value
    if (page === null || page === this.#told) return
    this.#told = page
    this.dispatchEvent(new CustomEvent('refunds', { detail: page }))
  }

  #renderFilter(): TemplateResult {
    const { list } = this.context.text.refunds
    const choices = [['', list.all] as const, ...Object.entries(list.statuses)]
    return html`<div class="filter">${renderSelect(this, {
      name: 'status',
      label: list.status,
      value: this.status,
      choices,
      onChange: (value) => {
        this.status = STATUSES.find((status) => status === value) ?? null
        this.selected = []
        void this.reload()
      },
      failure: null,
    })}</div>`
  }

  #renderEmpty(): TemplateResult {
    const { list } = this.context.text.refunds
    return this.status === null
      ? renderEmpty({ icon: icons.refresh, title: list.empty, text: list.emptyText })
      : renderEmpty({ icon: icons.search, title: list.emptyFilter, text: '' })
  }

  #renderRecord(refund: RefundRecord, records: readonly RefundRecord[]): TemplateResult {
    const { list } = this.context.text.refunds
    const { id } = refund
    const isOfPayment = this.scope !== null && 'requestId' in this.scope
    const canSelect = this.#mayPay(refund) && records.filter((one) => this.#mayPay(one)).length > 1
    const isSelected = this.selected.includes(id)
    return renderSelectable(
      renderRefund(this, refund, { isOfPayment, actions: this.#renderActions(refund) }),
      canSelect
        ? {
            label: `${list.select}: ${writeRefund(refund, this.context)}`,
            isSelected,
            onChange: () => {
              const others = this.selected.filter((one) => one !== id)
              this.selected = isSelected ? others : [...others, id]
            },
          }
        : null,
    )
  }

  #renderActions(refund: RefundRecord): TemplateResult | typeof nothing {
    const { list } = this.context.text.refunds
    const { id, status } = refund
    const canCancel = status === 'open' || status === 'held' || status === 'waiting_for_approval'
    if (!canCancel || !may(this.context, 'refunds')) return nothing
    const describe = writeRefund(refund, this.context)
    return html`<div class="record-actions">
        ${
          this.#mayPay(refund)
            ? renderButton({
                label: list.pay,
                describe,
                isCompact: true,
                kind: 'primary',
                isBusy: this.submit.pending === id,
                onClick: () => void this.#pay(id, [id]),
              })
            : nothing
        }
        ${renderButton({
          label: list.cancel,
          describe,
          isCompact: true,
          isDanger: true,
          onClick: () => {
            this.submit.reset()
            this.dialog.open(refund)
          },
        })}
      </div>
      ${renderFailure(this, this.submit.failureOf(id))}`
  }

  /** On a link's page, the element pays the refunds, so the list has no button. */
  #mayPay({ status }: RefundRecord): boolean {
    const isOfLink = this.scope !== null && 'securePaymentToken' in this.scope
    return status === 'open' && !isOfLink && may(this.context, 'refunds')
  }

  #renderPayAll(records: readonly RefundRecord[]): TemplateResult | typeof nothing {
    const { list, decide } = this.context.text.refunds
    const chosen = records.filter(
      (record) => this.selected.includes(record.id) && this.#mayPay(record),
    )
    if (chosen.length === 0) return nothing
    const isOneNetwork = chosen.every(({ network }) => network === chosen[0]?.network)
    if (!isOneNetwork) return html`<p class="hint" role="status">${decide.oneNetwork}</p>`
    const ids = chosen.map(({ id }) => id)
    return html`<div>${renderButton({
      label: list.payAll(chosen.length),
      kind: 'primary',
      isBusy: this.submit.pending === PAY,
      onClick: () => void this.#pay(PAY, ids),
    })}</div>
    ${renderFailure(this, this.submit.failureOf(PAY))}`
  }

  async #pay(name: string, ids: readonly string[]): Promise<void> {
    await this.submit.run(name, () => openRefundLink(this.context, ids))
    if (this.submit.failureOf(name) !== null) await this.#pages.loader.refresh()
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { current } = this.dialog
    if (current === null) return nothing
    const { list } = this.context.text.refunds
    return renderConfirm(this, {
      name: CANCEL,
      title: list.cancelTitle(writeRefund(current, this.context)),
      text: list.cancelText,
      confirm: list.cancel,
      keep: list.keep,
      isDanger: true,
      onConfirm: () => void this.#cancel(current),
    })
  }

  async #cancel({ id }: RefundRecord): Promise<void> {
    const { client, text, announce } = this.context
    const cancelled = await this.submit.run(CANCEL, () => client.refunds.cancel({ params: { id } }))
    await this.#pages.loader.refresh()
    if (cancelled === null) return
    this.dialog.close()
    announce(text.refunds.list.cancelled)
  }
}

const STATUSES: readonly RefundRecord['status'][] = [
  'waiting_for_approval',
  'open',
  'processing',
  'confirmed',
  'cancelled',
  'held',
]

customElements.define('console-refund-list', ConsoleRefundList)

declare global {
  interface HTMLElementTagNameMap {
    'console-refund-list': ConsoleRefundList
  }
}
