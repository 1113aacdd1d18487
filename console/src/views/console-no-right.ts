import { html, type TemplateResult } from 'lit'
import type { Session } from '../api.ts'
import { ConsoleView } from '../ConsoleView.ts'
import type { SignedInContext } from '../context.ts'
import { formatRoute } from '../routes.ts'
import { renderPageHead } from '../ui/elements.ts'

type Scope = Session['scopes'][number]

/** The screen shown in place of a form that the member's role may not send. */
export class ConsoleNoRight extends ConsoleView<SignedInContext> {
  static override readonly properties = { ...ConsoleView.properties, name: {}, scope: {} }

  /** The screen's title. */
  declare name: string
  /** The right that the role lacks. */
  declare scope: Scope

  protected override render(): TemplateResult {
    const { rights, notFound } = this.context.text
    return html`<div class="page">
      ${renderPageHead({ title: this.name, lead: rights.missing(rights.scopes[this.scope]) })}
      <p><a href=${formatRoute({ name: 'start' })}>${notFound.action}</a></p>
    </div>`
  }
}

customElements.define('console-no-right', ConsoleNoRight)

declare global {
  interface HTMLElementTagNameMap {
    'console-no-right': ConsoleNoRight
  }
}
