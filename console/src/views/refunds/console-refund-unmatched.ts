import { findNetwork } from '@secure-payment/core/networks'
import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { UnmatchedRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { refuseFields } from '../../failure.ts'
import { concernsUnmatched } from '../../live/change.ts'
import { may } from '../../may.ts'
import { readForm } from '../../readForm.ts'
import { formatRoute } from '../../routes.ts'
import {
  renderBadge,
  renderButton,
  renderFailure,
  renderNote,
  renderTime,
} from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderInput } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { describeUnmatched } from '../unmatched/describeUnmatched.ts'
import { openRefundLink } from './openRefundLink.ts'
import { type Doubt, readDoubt, readRecipientFailure } from './readDoubt.ts'

/** The maximum number of payments in this list; their own screen shows all of them. */
const MOST = '5'

/**
 * The newest unmatched payments, each with its refund; nothing if there are none.
 *
 * @event {CustomEvent} created - A refund was created.
 */
export class ConsoleRefundUnmatched extends ConsoleView<SignedInContext> {
  static override readonly properties = { ...ConsoleView.properties, needed: { state: true } }

  /** The payment whose refund needs a recipient, with the cause; null if there is none. */
  declare needed: { readonly id: string; readonly doubt: Doubt } | null
  readonly #records = new LoadController<readonly UnmatchedRecord[]>(this, async (signal) => {
    const { list } = this.context.client.unmatchedPayments
    const query = { scope: 'open', limit: MOST } as const
    return (await list({ query }, { signal })).unmatchedPayments
  })

  constructor() {
    super()
    this.needed = null
    // Without the stream, these rare records are read only when the screen opens.
    new RefreshController(this, {
      isNeeded: () => false,
      refresh: () => this.#records.refresh(),
      hears: concernsUnmatched,
    })
  }

  protected override render(): TemplateResult {
    const { decide } = this.context.text.refunds
    if (this.#records.value?.length === 0) return html``
    return html`<section class="stack" aria-labelledby="unmatched-title">
      <div class="row apart">
        <h2 id="unmatched-title">${decide.unmatched}</h2>
        <a href=${formatRoute({ name: 'unmatched' })}>${decide.toUnmatched}</a>
      </div>
      ${renderLoaded(
        this,
        this.#records,
        (records) =>
          html`<ul class="records">${records.map((record) => this.#renderRecord(record))}</ul>`,
      )}
    </section>`
  }

  #renderRecord(record: UnmatchedRecord): TemplateResult {
    const { unmatched } = this.context.text
    const words = describeUnmatched(record, this.context)
    const { reference } = record
    return html`<li class="record">
      <div class="record-head">
        <h3 class="title">${words.amount}</h3>
        ${renderBadge('warning', words.label)}
      </div>
      <div class="facts-line">
        ${renderTime(this, record.detectedAt)}
        <span>${words.network}</span>
        ${words.worth === null ? nothing : html`<span>${words.worth}</span>`}
        ${reference === null ? nothing : html`<span>${unmatched.reference(plainText(reference))}</span>`}
      </div>
      <p>${words.advice}</p>
      ${this.#renderRefund(record, words.amount)}
    </li>`
  }

  #renderRefund(record: UnmatchedRecord, money: string): TemplateResult | typeof nothing {
    const { decide } = this.context.text.refunds
    // The service cannot create a refund in an unlisted token.
    if (record.amount === null || !may(this.context, 'refunds')) return nothing
    if (this.needed?.id === record.id) {
      return this.#renderRecipient(record, { money, doubt: this.needed.doubt })
    }
    return html`<div class="record-actions">${renderButton({
      label: decide.refund(money),
      isCompact: true,
      kind: 'primary',
      isBusy: this.submit.pending === record.id,
      onClick: () => void this.#refund(record, null),
    })}</div>
    ${renderFailure(this, this.submit.failureOf(record.id))}`
  }

  #renderRecipient(
    record: UnmatchedRecord,
    { money, doubt }: { money: string; doubt: Doubt },
  ): TemplateResult {
    const { decide, form } = this.context.text.refunds
    const failure = readRecipientFailure(this.submit.failureOf(record.id))
    const { network } = record
    return html`<form novalidate class="stack tight" @submit=${(event: Event) => void this.#send(event, record)}>
      ${renderNote('warning', html`<p role="status">${form.doubts[doubt]}</p>`)}
      ${renderInput(this, {
        name: 'recipient',
        label: form.other,
        hint: form.otherHint(findNetwork(network)?.name ?? plainText(network)),
        isMono: true,
        maxLength: 80,
        failure,
      })}
      ${renderFailure(this, failure)}
      <div class="record-actions">${renderButton({
        label: decide.refund(money),
        isCompact: true,
        kind: 'primary',
        isBusy: this.submit.pending === record.id,
      })}</div>
    </form>`
  }

  async #send(event: Event, record: UnmatchedRecord): Promise<void> {
    const { text } = this.context
    const recipient = readForm(event).text('recipient')
    if (recipient !== '') return this.#refund(record, recipient)
    this.submit.refuse(record.id, refuseFields({ recipient: text.errors.required }, text))
    await focusFirstInvalid(this)
  }

  /** Refunds a payment to the recipient, or to the wallet that paid if the recipient is null. */
  async #refund({ id }: UnmatchedRecord, recipient: string | null): Promise<void> {
    const { client, text, announce } = this.context
    const done = await this.submit.run(id, async () => {
      const body = { amount: 'all', ...(recipient !== null && { recipient }) }
      const refund = await this.#noteDoubt(id, () =>
        client.refunds.createForUnmatched({ params: { id }, body }),
      )
      if (refund.status === 'open') await openRefundLink(this.context, [refund.id])
      return { isWaiting: refund.status !== 'open' }
    })
    if (done?.isWaiting) announce(text.refunds.form.waiting)
    if (done !== null) this.needed = null
    await this.#records.refresh()
    this.dispatchEvent(new CustomEvent('created', { bubbles: true, composed: true }))
  }

  /** Makes a call, and shows the recipient's field if the service needs a recipient. */
  async #noteDoubt<T>(id: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      const doubt = readDoubt(error)
      if (doubt !== null) this.needed = { id, doubt }
      throw error
    }
  }
}

customElements.define('console-refund-unmatched', ConsoleRefundUnmatched)

declare global {
  interface HTMLElementTagNameMap {
    'console-refund-unmatched': ConsoleRefundUnmatched
  }
}
