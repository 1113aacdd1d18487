import { html, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { ConsoleView } from '../../ConsoleView.ts'
import type { ConsoleContext } from '../../context.ts'
import type { RefundLink } from '../../settings.ts'
import { signInStyles } from '../sign-in/signInStyles.ts'
import './console-claim-by-code.ts'
import './console-claim-by-wallet.ts'

/** The page on which a payer enters a refund address, with or without a session. */
export class ConsoleRefundClaim extends ConsoleView<ConsoleContext> {
  static override readonly styles = [ConsoleView.styles, signInStyles]
  static override readonly properties = { ...ConsoleView.properties, link: { attribute: false } }

  declare link: RefundLink

  protected override render(): TemplateResult {
    const { refundClaim } = this.context.text
    return html`<main id="content">
      <div class="intro">
        <h1 tabindex="-1">${refundClaim.title}</h1>
        <p class="muted">${refundClaim.lead}</p>
      </div>
      <section class="card">${keyed(JSON.stringify(this.link), this.#renderLink())}</section>
    </main>`
  }

  #renderLink(): TemplateResult {
    const { context, link } = this
    return link.kind === 'code'
      ? html`<console-claim-by-code .context=${context} .link=${link}></console-claim-by-code>`
      : html`<console-claim-by-wallet .context=${context} .link=${link}></console-claim-by-wallet>`
  }
}

customElements.define('console-refund-claim', ConsoleRefundClaim)

declare global {
  interface HTMLElementTagNameMap {
    'console-refund-claim': ConsoleRefundClaim
  }
}
