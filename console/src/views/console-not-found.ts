import { html, type TemplateResult } from 'lit'
import { ConsoleView } from '../ConsoleView.ts'
import type { SignedInContext } from '../context.ts'
import { formatRoute } from '../routes.ts'
import { renderPageHead } from '../ui/elements.ts'

/** The screen for an unknown URL. */
export class ConsoleNotFound extends ConsoleView<SignedInContext> {
  protected override render(): TemplateResult {
    const { notFound } = this.context.text
    return html`<div class="page">
      ${renderPageHead({ title: notFound.title, lead: notFound.text })}
      <p><a href=${formatRoute({ name: 'start' })}>${notFound.action}</a></p>
    </div>`
  }
}

customElements.define('console-not-found', ConsoleNotFound)

declare global {
  interface HTMLElementTagNameMap {
    'console-not-found': ConsoleNotFound
  }
}
