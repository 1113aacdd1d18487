import { html, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { renderPageHead } from '../../ui/elements.ts'
import './console-refund-candidates.ts'
import './console-refund-list.ts'
import './console-refund-unmatched.ts'

/** The payments that may need a refund, and the refunds. */
export class ConsoleRefunds extends ConsoleView<SignedInContext> {
  protected override render(): TemplateResult {
    const { refunds } = this.context.text
    const reread = (): void => {
      void this.renderRoot.querySelector('console-refund-list')?.reload()
    }
    return html`<div class="page">
      ${renderPageHead({ title: refunds.title, lead: refunds.lead })}
      <console-refund-candidates .context=${this.context} @created=${reread}></console-refund-candidates>
      <console-refund-unmatched .context=${this.context} @created=${reread}></console-refund-unmatched>
      <console-refund-list .context=${this.context}></console-refund-list>
    </div>`
  }
}

customElements.define('console-refunds', ConsoleRefunds)

declare global {
  interface HTMLElementTagNameMap {
    'console-refunds': ConsoleRefunds
  }
}
