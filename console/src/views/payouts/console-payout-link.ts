import { findNetwork } from '@secure-payment/core/networks'
import { renderIcon, safeUrl } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ApprovalRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { concernsApprovals, concernsPayments } from '../../live/change.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import {
  renderBadge,
  renderButton,
  renderCopyButton,
  renderFact,
  renderNote,
  renderPageHead,
} from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderConfirm } from '../../ui/renderDialog.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { APPROVAL_TONES } from '../approvals/describeApproval.ts'
import { describeLink } from './describeLink.ts'
import { LINK_TONES } from './linkTones.ts'
import { openPayoutMemory, type PayoutMemory } from './payoutMemory.ts'
import { payoutStyles } from './payoutStyles.ts'
import { type PayoutState, readPayoutState } from './readPayoutState.ts'
import { renderLinkPayouts } from './renderLinkPayouts.ts'
import '../approvals/console-approval.ts'

/** The name of the cancellation in the submit controller. */
const CANCEL = 'cancel'

/** A payout link: the way to pay it, its payouts, and their progress. */
export class ConsolePayoutLink extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, payoutStyles]
  static override readonly properties = { ...ConsoleView.properties, requestId: {} }

  /** The id of the link's first request, by which the link is read. */
  declare requestId: string
  readonly dialog = new DialogController<PayoutState>(this)
  readonly #state = new LoadController<PayoutState>(this, (signal) => this.#read(signal))

  constructor() {
    super()
    new RefreshController(this, {
      isNeeded: () => this.#state.value?.summary.status === 'pending',
      refresh: () => this.#state.refresh(),
      isStale: () => this.#state.isStale,
      hears: (change) => concernsPayments(change) || concernsApprovals(change),
    })
  }

  protected override render(): TemplateResult {
    const { link } = this.context.text.payouts
    return html`<div class="page">
      <a class="crumb" href=${formatRoute({ name: 'payouts' })}>${renderIcon(icons.back, 'small')}${link.back}</a>
      ${renderPageHead({
        title: link.title,
        actions: html`${this.#renderCancel()}
          ${renderButton({
            label: link.refresh,
            icon: icons.refresh,
            onClick: () => void this.#state.reload(),
          })}`,
      })}
      ${renderLoaded(this, this.#state, (state) => this.#renderState(state))}
      ${this.#renderDialog()}
    </div>`
  }

  /** Renders the button while the link is open; the service checks whether a payment has begun. */
  #renderCancel(): TemplateResult | typeof nothing {
    const { value } = this.#state
    if (value?.summary.status !== 'pending' || !may(this.context, 'create')) return nothing
    return renderButton({
      label: this.context.text.cancelling.link,
      isDanger: true,
      onClick: () => {
        this.submit.reset()
        this.dialog.open(value)
      },
    })
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { current } = this.dialog
    if (current === null) return nothing
    const { cancelling, payouts } = this.context.text
    return renderConfirm(this, {
      name: CANCEL,
      title: payouts.link.cancelTitle,
      text: payouts.link.cancelText,
      confirm: cancelling.link,
      keep: cancelling.keep,
      isDanger: true,
      onConfirm: () => void this.#cancel(current.summary.token),
    })
  }

  async #cancel(token: string): Promise<void> {
    const { client, text, announce } = this.context
    const cancelled = await this.submit.run(CANCEL, () =>
      client.securePayments.cancel({ params: { token } }),
    )
    if (cancelled === null) {
      // A payment may have arrived, which the page below then shows.
      await this.#state.refresh()
      return
    }
    await this.#state.reload()
    this.dialog.close()
    announce(text.payouts.link.cancelled)
  }

  async #read(signal: AbortSignal): Promise<PayoutState> {
    const state = await readPayoutState(this.context, { requestId: this.requestId, signal })
    this.#memory.noteStatus(this.requestId, state.summary.status)
    return state
  }

  get #memory(): PayoutMemory {
    return openPayoutMemory(this.context.session.tenantId)
  }

  #renderState(state: PayoutState): TemplateResult {
    const { summary, payment, approval } = state
    const { text, format } = this.context
    const { link } = text.payouts
    const { status } = summary
    const isHeld = approval?.status === 'waiting' && status === 'pending'
    const isOver = status === 'expired' || status === 'invalidated'
    const isDeclined = approval?.status === 'declined'
    const count = payment?.items.length ?? approval?.requestIds.length ?? 0
    return html`${approval === null ? nothing : this.#renderApproval(approval)}
      <section class="card" aria-labelledby="state-title">
        <div class="card-head">
          <div class="row" role="status">
            <h2 id="state-title">${count > 0 ? text.payouts.file.rows(count) : link.title}</h2>
            ${isHeld || isDeclined ? renderBadge(APPROVAL_TONES[approval.status], text.approvals.status[approval.status]) : renderBadge(LINK_TONES[status], link.status[status])}
          </div>
        </div>
        ${status === 'pending' && !isHeld ? this.#renderPay(summary.securePaymentUrl) : nothing}
        ${status === 'completed' ? renderNote('success', html`<p>${link.paid}</p>`) : nothing}
        ${isOver ? renderNote('warning', html`<p>${link.over}</p>`) : nothing}
        ${payment?.transactions.some((one) => one.status === 'confirming') ? renderNote('info', html`<p role="status">${link.confirming}</p>`) : nothing}
        <dl class="facts-list">
          ${
            isHeld || isOver
              ? nothing
              : renderFact(
                  link.url,
                  html`<span class="value-line">
              <a class="hosted" href=${safeUrl(summary.securePaymentUrl) ?? nothing} target="_blank" rel="noopener">${summary.securePaymentUrl}<span class="visually-hidden"> (${text.common.opensNewTab})</span></a>
              ${renderCopyButton(this, summary.securePaymentUrl, link.url)}
            </span>
            <p class="hint">${link.urlHint}</p>`,
                )
          }
          ${renderFact(link.created, format.dateTime(summary.createdAt))}
          ${status === 'completed' || status === 'invalidated' ? nothing : renderFact(link.expires, format.dateTime(summary.expiresAt))}
        </dl>
      </section>
      ${this.#renderPayouts(state)}`
  }

  #renderApproval(approval: ApprovalRecord): TemplateResult {
    const reread = () => this.#state.reload()
    return html`<console-approval .context=${this.context} .approval=${approval} .reread=${reread}></console-approval>`
  }

  #renderPayouts(state: PayoutState): TemplateResult {
    const { payment, approval } = state
    const { link } = this.context.text.payouts
    const made = this.#memory.find(this.requestId)
    const payouts = describeLink(state, made)
    if (payouts === null) return renderNote('info', html`<p>${link.unread}</p>`)
    const network = approval?.payouts[0]?.network ?? made?.network ?? ''
    const networkName = payment?.chain.name ?? findNetwork(network)?.name ?? ''
    return html`${payment === null && approval === null ? renderNote('info', html`<p>${link.remembered}</p>`) : nothing}
      ${renderLinkPayouts(this, payouts, { networkName, transactions: payment?.transactions ?? [] })}`
  }

  #renderPay(url: string): TemplateResult {
    const { text } = this.context
    const { link } = text.payouts
    return html`<div class="stack tight">
      <div><a class="button primary" href=${safeUrl(url) ?? nothing} target="_blank" rel="noopener">${link.payNow}${renderIcon(icons.external)}<span class="visually-hidden"> (${text.common.opensNewTab})</span></a></div>
      <p class="hint">${link.payHint}</p>
    </div>`
  }
}

customElements.define('console-payout-link', ConsolePayoutLink)

declare global {
  interface HTMLElementTagNameMap {
    'console-payout-link': ConsolePayoutLink
  }
}
