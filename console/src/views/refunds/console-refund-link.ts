import { renderIcon, safeUrl } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { RefundRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import type { ListPage } from '../../controllers/PageController.ts'
import { PreviewController } from '../../controllers/PreviewController.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import { renderCopyButton, renderFact, renderPageHead } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLostPreview } from '../../ui/renderLostPreview.ts'
import { refundStyles } from './refundStyles.ts'
import './console-refund-list.ts'

/**
 * A refund link's page, with the element that pays the refunds. Once no refund can be paid any more, the page asks for
 * no payment.
 */
export class ConsoleRefundLink extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, refundStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    token: {},
    ended: { state: true },
  }

  declare token: string
  /** The link's refunds once each of them is paid or cancelled; null before. */
  declare ended: readonly RefundRecord[] | null
  readonly #element = new PreviewController(this, 'refund')

  constructor() {
    super()
    this.ended = null
  }

  override connectedCallback(): void {
    super.connectedCallback()
    void this.#element.load()
  }

  protected override render(): TemplateResult {
    const { link, marks } = this.context.text.refunds
    const { ended } = this
    const title = ended?.length === 1 ? marks.one : marks.several
    return html`<div class="page">
      <a class="crumb" href=${formatRoute({ name: 'refunds' })}>${renderIcon(icons.back, 'small')}${link.back}</a>
      ${renderPageHead(ended === null ? { title: link.title, lead: link.lead } : { title })}
      <div class="columns">
        ${ended?.every(isCancelled) ? html`<p role="status">${link.cancelled(ended.length)}</p>` : this.#renderElement()}
        <div class="stack">
          <console-refund-list .context=${this.context} .scope=${{ securePaymentToken: this.token }} @refunds=${this.#follow}></console-refund-list>
          ${ended === null ? this.#renderAddress() : nothing}
        </div>
      </div>
    </div>`
  }

  #follow({ detail }: CustomEvent<ListPage<RefundRecord>>): void {
    const { records, nextCursor } = detail
    const isEnded = nextCursor === null && records.length > 0 && records.every(hasEnded)
    this.ended = isEnded ? records : null
  }

  #renderElement(): TemplateResult | typeof nothing {
    const { settings, text } = this.context
    if (settings.previewClientId === '' || !may(this.context, 'refunds')) return nothing
    return html`<section class="stack" aria-label=${text.refunds.link.pay}>
      ${renderLostPreview(this, this.#element, () => null)}
      <secure-payment
        token=${this.token}
        api-base=${settings.baseUrl}
        client-id=${settings.previewClientId}
        pay-url=${settings.payUrl}
      ></secure-payment>
    </section>`
  }

  #renderAddress(): TemplateResult {
    const { refunds, common } = this.context.text
    const { link } = refunds
    const url = `${this.context.settings.payUrl}/?token=${this.token}`
    return html`<dl class="facts-list">${renderFact(
      link.address,
      html`<span class="value-line">
        <a class="hosted" href=${safeUrl(url) ?? nothing} target="_blank" rel="noopener">${url}<span class="visually-hidden"> (${common.opensNewTab})</span></a>
        ${renderCopyButton(this, url, link.address)}
      </span>
      <p class="hint">${link.addressHint}</p>`,
    )}</dl>`
  }
}

function hasEnded({ status }: RefundRecord): boolean {
  return status === 'confirmed' || status === 'cancelled'
}

/** Returns whether a refund was cancelled before any money was sent. */
function isCancelled({ status, amountPaid }: RefundRecord): boolean {
  return status === 'cancelled' && amountPaid === '0'
}

customElements.define('console-refund-link', ConsoleRefundLink)

declare global {
  interface HTMLElementTagNameMap {
    'console-refund-link': ConsoleRefundLink
  }
}
