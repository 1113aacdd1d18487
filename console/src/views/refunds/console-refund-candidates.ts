import { findNetwork } from '@secure-payment/core/networks'
import { maskAddress, plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { RefundCandidate } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { PageController } from '../../controllers/PageController.ts'
import { refuseFields } from '../../failure.ts'
import { concernsPayments } from '../../live/change.ts'
import { may } from '../../may.ts'
import { readForm } from '../../readForm.ts'
import { formatRoute } from '../../routes.ts'
import {
  renderBadge,
  renderButton,
  renderEmpty,
  renderFact,
  renderFailure,
  renderTime,
} from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { icons } from '../../ui/icons.ts'
import { renderDialog } from '../../ui/renderDialog.ts'
import { renderInput, renderSelect } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderMore } from '../../ui/renderMore.ts'
import { renderStale } from '../../ui/renderStale.ts'
import { nameCurrency } from '../links/describeListedLink.ts'
import { openRefundLink } from './openRefundLink.ts'
import { refundStyles } from './refundStyles.ts'
import { writeRefund } from './renderRefund.ts'
import { renderSelectable } from './renderSelectable.ts'

/** The submit controller's name for refunding all selected requests. */
const ALL = 'all'
/** The name of the decision to keep money in the submit controller; also the name of the decision's only field. */
const KEEP = 'reason'
const MOST_LETTERS = 500
type Decision = 'open' | 'kept'
/** The maximum number of refunds that one transaction pays. */
const MOST_REFUNDS = 50

/**
 * The requests that may need a refund. One press creates the refunds for one or all selected requests, and opens the page on which
 * they are paid together.
 *
 * @event {CustomEvent} created - Refunds were created.
 */
export class ConsoleRefundCandidates extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, refundStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    selected: { state: true },
    created: { state: true },
    decision: { state: true },
  }

  /** The ids of the selected requests. */
  declare selected: readonly string[]
  /** The refunds that were created before one in the selection failed, as display text. */
  declare created: readonly string[]
  /** Whether the list shows the requests to decide on, or those whose money is kept. */
  declare decision: Decision
  readonly dialog = new DialogController<RefundCandidate>(this)
  readonly #pages = new PageController<RefundCandidate>(
    this,
    ({ requestId }) => requestId,
    async (page, signal) => {
      const { candidates: list } = this.context.client.refunds
      const query = { ...page, decision: this.decision }
      const { candidates, nextCursor } = await list({ query }, signal ? { signal } : {})
      return { records: candidates, nextCursor }
    },
    { hears: concernsPayments },
  )

  constructor() {
    super()
    this.selected = []
    this.created = []
    this.decision = 'open'
  }

  reload(): Promise<void> {
    return this.#pages.loader.reload()
  }

  protected override render(): TemplateResult {
    const { decide } = this.context.text.refunds
    return html`<section class="stack" aria-labelledby="decide-title">
      <h2 id="decide-title" tabindex="-1">${this.decision === 'kept' ? decide.keep.decisions.kept : decide.title}</h2>
      ${this.#renderFilter()}
      ${renderStale(this, this.#pages.loader)}
      ${renderLoaded(this, this.#pages.loader, ({ records, nextCursor }) =>
        records.length === 0 && nextCursor === null
          ? renderEmpty(
              this.decision === 'kept'
                ? { icon: icons.search, title: decide.keep.empty, text: '' }
                : { icon: icons.check, title: decide.empty, text: decide.emptyText },
            )
          : html`<ul class="records">${records.map((record) => this.#renderRecord(record, records))}</ul>
            ${this.#renderAll(records)}
            ${renderMore(this, this.#pages, { label: decide.more, nextCursor })}`,
      )}
      ${this.#renderCreated()} ${this.#renderDialog()}
    </section>`
  }

  #renderFilter(): TemplateResult {
    const { keep } = this.context.text.refunds.decide
    return html`<div class="filter">${renderSelect(this, {
      name: 'decision',
      label: keep.filter,
      value: this.decision,
      choices: Object.entries(keep.decisions),
      onChange: (value) => {
        this.decision = value === 'kept' ? 'kept' : 'open'
        this.selected = []
        void this.reload()
      },
      failure: null,
    })}</div>`
  }

  #renderRecord(candidate: RefundCandidate, records: readonly RefundCandidate[]): TemplateResult {
    const { context } = this
    const { decide } = context.text.refunds
    const { requestId, reference, network, payments } = candidate
    const title = reference === null ? decide.noReference : plainText(reference)
    const payer = payments[0]?.payerAddress ?? null
    const write = (amount: string) =>
      context.format.money(amount, nameCurrency(candidate.invoiceCurrency))
    const { label, text } = decide.reasons[candidate.reason]
    const isSelected = this.selected.includes(requestId)
    const content = html`<div class="record-head">
        <h3 class="title"><a href=${formatRoute({ name: 'payment', requestId })}>${title}</a></h3>
        ${renderBadge('warning', label)}
      </div>
      <p>${text} ${decide.received(write(candidate.paidAmount), write(candidate.requestAmount))}</p>
      <div class="facts-line">
        ${renderTime(this, candidate.updatedAt)}
        <span>${findNetwork(network)?.name ?? plainText(network)}</span>
        ${payer === null ? nothing : html`<span title=${payer}>${decide.from} <code>${maskAddress(payer)}</code></span>`}
      </div>
      ${this.#renderKept(candidate)}
      ${this.decision === 'kept' ? this.#renderUndo(candidate, title) : this.#renderRefund(candidate, title)}`
    const canSelect = records.length > 1 && may(context, 'refunds') && this.decision === 'open'
    return renderSelectable(
      content,
      canSelect
        ? {
            label: `${decide.select}: ${title}`,
            isSelected,
            onChange: () => {
              const others = this.selected.filter((id) => id !== requestId)
              this.selected = isSelected ? others : [...others, requestId]
            },
          }
        : null,
    )
  }

  #renderRefund(candidate: RefundCandidate, title: string): TemplateResult | typeof nothing {
    const { context, submit } = this
    const { decide } = context.text.refunds
    const { requestId } = candidate
    if (!may(context, 'refunds')) return nothing
    const money = writeRefund({ ...candidate, amount: candidate.refundAmount }, context)
    const failure = submit.failureOf(requestId)
    return html`<div class="record-actions">${renderButton({
      label: decide.refund(money),
      describe: title,
      isCompact: true,
      kind: 'primary',
      isBusy: submit.pending === requestId,
      onClick: () => void this.#refund(requestId, [candidate]),
    })}
    ${renderButton({
      label: decide.keep.open,
      describe: title,
      isCompact: true,
      onClick: () => {
        this.submit.reset()
        this.dialog.open(candidate)
      },
    })}</div>
    ${renderFailure(this, failure)}
    ${failure?.code === 'refund_recipient_needed' ? html`<p><a href=${formatRoute({ name: 'payment', requestId })}>${decide.inPage}</a></p>` : nothing}`
  }

  /** Renders the earlier decision about the request, if there is one. */
  #renderKept({ kept, currency }: RefundCandidate): TemplateResult | typeof nothing {
    if (kept === null) return nothing
    const { format, text } = this.context
    const { keep } = text.refunds.decide
    const money = writeRefund({ amount: kept.amount, currency }, this.context)
    if (this.decision === 'open') return html`<p class="hint">${keep.part(money)}</p>`
    return html`<p class="hint">${keep.keptOn(money, format.dateTime(kept.decidedAt))}</p>
      <dl class="facts-list">${renderFact(keep.reason, plainText(kept.reason))}</dl>`
  }

  #renderUndo({ requestId }: RefundCandidate, title: string): TemplateResult | typeof nothing {
    if (!may(this.context, 'refunds')) return nothing
    return html`<div class="record-actions">${renderButton({
      label: this.context.text.refunds.decide.keep.undo,
      describe: title,
      isCompact: true,
      isBusy: this.submit.pending === requestId,
      onClick: () => void this.#undo(requestId),
    })}</div>
    ${renderFailure(this, this.submit.failureOf(requestId))}`
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { current } = this.dialog
    if (current === null) return nothing
    const { refunds, common } = this.context.text
    const { keep } = refunds.decide
    const failure = this.submit.failureOf(KEEP)
    return renderDialog(this, {
      title: keep.title(writeRefund({ ...current, amount: current.refundAmount }, this.context)),
      content: html`<form novalidate @submit=${(event: Event) => void this.#keep(event, current)}>
        <p>${keep.text}</p>
        ${renderInput(this, { name: KEEP, label: keep.reason, hint: keep.reasonHint, maxLength: MOST_LETTERS, failure })}
        ${renderFailure(this, failure)}
        <div class="form-actions end">
          ${renderButton({ label: common.cancel, onClick: () => this.dialog.close() })}
          ${renderButton({ label: keep.confirm, kind: 'primary', isBusy: this.submit.pending === KEEP })}
        </div>
      </form>`,
    })
  }

  async #keep(event: Event, { requestId, refundAmount }: RefundCandidate): Promise<void> {
    const { client, text, announce } = this.context
    const reason = readForm(event).text(KEEP)
    if (reason === '') {
      this.submit.refuse(KEEP, refuseFields({ [KEEP]: text.errors.required }, text))
      await focusFirstInvalid(this)
      return
    }
    const body = { amount: refundAmount, reason }
    const call = () => client.refunds.keep({ params: { requestId }, body })
    const kept = await this.submit.run(KEEP, call)
    const failure = this.submit.failureOf(KEEP)
    await this.#pages.loader.refresh()
    if (failure?.code === 'refund_candidate_changed') {
      this.dialog.close()
      this.submit.refuse(requestId, failure)
    }
    if (kept === null) return
    this.dialog.close()
    this.selected = this.selected.filter((id) => id !== requestId)
    announce(text.refunds.decide.keep.done)
    this.focusHeading()
  }

  async #undo(requestId: string): Promise<void> {
    const { client, text, announce } = this.context
    const call = () => client.refunds.unkeep({ params: { requestId } })
    const done = await this.submit.run(requestId, call)
    await this.#pages.loader.refresh()
    if (done === null) return
    announce(text.refunds.decide.keep.undone)
    this.focusHeading()
  }

  #renderAll(records: readonly RefundCandidate[]): TemplateResult | typeof nothing {
    const { decide } = this.context.text.refunds
    const chosen = records.filter(({ requestId }) => this.selected.includes(requestId))
    if (chosen.length === 0) return nothing
    const isOneNetwork = chosen.every(({ network }) => network === chosen[0]?.network)
    if (!isOneNetwork) return html`<p class="hint" role="status">${decide.oneNetwork}</p>`
    return html`<div>${renderButton({
      label: decide.refundAll(chosen.length),
      kind: 'primary',
      isBusy: this.submit.pending === ALL,
      onClick: () => void this.#refund(ALL, chosen),
    })}</div>`
  }

  /** Renders the failure of a selection, with the refunds that were created before the failure. */
  #renderCreated(): TemplateResult {
    const { created } = this
    return html`${renderFailure(this, this.submit.failureOf(ALL))}
    ${
      created.length === 0
        ? nothing
        : html`<div role="status"><p>${this.context.text.refunds.decide.created}</p>
            <ul>${created.map((one) => html`<li>${one}</li>`)}</ul></div>`
    }`
  }

  #write({ reference, ...candidate }: RefundCandidate): string {
    const { decide } = this.context.text.refunds
    const money = writeRefund({ ...candidate, amount: candidate.refundAmount }, this.context)
    return `${reference === null ? decide.noReference : plainText(reference)}: ${money}`
  }

  /** Creates the refunds one by one; after a failure, the refunds already created remain in the refund list. */
  async #refund(name: string, candidates: readonly RefundCandidate[]): Promise<void> {
    const { client, text, announce } = this.context
    const count = candidates.reduce((sum, { payments }) => sum + payments.length, 0)
    this.created = []
    if (count > MOST_REFUNDS) {
      const message = text.refunds.decide.tooMany(count)
      this.submit.refuse(name, { message, code: null, fields: {}, supportCode: null })
      return
    }
    const written: string[] = []
    const handled = new Set<string>()
    const done = await this.submit.run(name, async () => {
      const created: string[] = []
      for (const candidate of candidates) {
        const { requestId, amount } = candidate
        const params = { requestId }
        const { refunds } = await client.refunds.createForRequest({ params, body: { amount } })
        handled.add(requestId)
        if (refunds.length > 0) written.push(this.#write(candidate))
        created.push(...refunds.filter(({ status }) => status === 'open').map(({ id }) => id))
      }
      if (created.length > 0) await openRefundLink(this.context, created)
      return { isWaiting: created.length === 0 }
    })
    if (done?.isWaiting) announce(text.refunds.form.waiting)
    if (done === null) this.created = written
    this.selected = this.selected.filter((id) => done === null && !handled.has(id))
    await this.#pages.loader.refresh()
    this.dispatchEvent(new CustomEvent('created', { bubbles: true, composed: true }))
  }
}

customElements.define('console-refund-candidates', ConsoleRefundCandidates)

declare global {
  interface HTMLElementTagNameMap {
    'console-refund-candidates': ConsoleRefundCandidates
  }
}
