import { renderIcon, safeUrl } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { PreviewController } from '../../controllers/PreviewController.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import { renderCopyButton, renderFact, renderPageHead } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLostPreview } from '../../ui/renderLostPreview.ts'
import { refundStyles } from './refundStyles.ts'
import './console-refund-list.ts'

/** A refund link: the element that pays the refunds, their state, and the link for another person. */
export class ConsoleRefundLink extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, refundStyles]
  static override readonly properties = { ...ConsoleView.properties, token: {} }

  declare token: string
  readonly #element = new PreviewController(this, 'refund')

  override connectedCallback(): void {
    super.connectedCallback()
    void this.#element.load()
  }

  protected override render(): TemplateResult {
    const { link } = this.context.text.refunds
    return html`<div class="page">
      <a class="crumb" href=${formatRoute({ name: 'refunds' })}>${renderIcon(icons.back, 'small')}${link.back}</a>
      ${renderPageHead({ title: link.title, lead: link.lead })}
      <div class="columns">
        ${this.#renderElement()}
        <div class="stack">
          <console-refund-list .context=${this.context} .scope=${{ securePaymentToken: this.token }}></console-refund-list>
          ${this.#renderAddress()}
        </div>
      </div>
    </div>`
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
        <a class="hosted" href=${safeUrl(url) ?? ''} target="_blank" rel="noopener">${url}<span class="visually-hidden"> (${common.opensNewTab})</span></a>
        ${renderCopyButton(this, url, link.address)}
      </span>
      <p class="hint">${link.addressHint}</p>`,
    )}</dl>`
  }
}

customElements.define('console-refund-link', ConsoleRefundLink)

declare global {
  interface HTMLElementTagNameMap {
    'console-refund-link': ConsoleRefundLink
  }
}
