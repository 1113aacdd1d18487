import { html, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import type { AuditEntry } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { renderPageHead } from '../../ui/elements.ts'
import { renderSelect } from '../../ui/renderField.ts'
import './console-audit-entries.ts'

type Action = AuditEntry['action']

const ALL = ''

/** The audit log of the merchant account, with a filter by the kind of change. */
export class ConsoleAuditLog extends ConsoleView<SignedInContext> {
  static override readonly properties = { ...ConsoleView.properties, action: { state: true } }

  declare action: Action | null

  constructor() {
    super()
    this.action = null
  }

  protected override render(): TemplateResult {
    const { auditLog } = this.context.text
    return html`<div class="page">
      ${renderPageHead({ title: auditLog.title, lead: auditLog.lead, actions: nothing })}
      ${renderSelect(this, {
        name: 'action',
        label: auditLog.filter,
        value: this.action ?? ALL,
        choices: [[ALL, auditLog.all], ...Object.entries(auditLog.actions)],
        failure: null,
        onChange: (value) => this.#choose(value),
      })}
      ${keyed(
        this.action,
        html`<console-audit-entries .context=${this.context} .action=${this.action}></console-audit-entries>`,
      )}
    </div>`
  }

  #choose(value: string): void {
    this.action = value in this.context.text.auditLog.actions ? (value as Action) : null
  }
}

customElements.define('console-audit-log', ConsoleAuditLog)

declare global {
  interface HTMLElementTagNameMap {
    'console-audit-log': ConsoleAuditLog
  }
}
