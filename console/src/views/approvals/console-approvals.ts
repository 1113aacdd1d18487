import { html, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { tabStyles } from '../../styles/tabStyles.ts'
import { renderPageHead } from '../../ui/elements.ts'
import { renderSelect } from '../../ui/renderField.ts'
import { payoutStyles } from '../payouts/payoutStyles.ts'
import { renderPayoutTabs } from '../payouts/renderPayoutTabs.ts'
import type { ApprovalFilter } from './console-approval-list.ts'
import './console-approval-limit.ts'
import './console-approval-list.ts'

const FILTERS: readonly ApprovalFilter[] = ['waiting', 'approved', 'declined', 'cancelled', 'all']

/** The payouts that wait for a second member's approval, those already decided, and the approval limit. */
export class ConsoleApprovals extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, tabStyles, payoutStyles]
  static override readonly properties = { ...ConsoleView.properties, filter: { state: true } }

  declare filter: ApprovalFilter

  constructor() {
    super()
    this.filter = 'waiting'
  }

  protected override render(): TemplateResult {
    const { filter } = this
    const { approvals } = this.context.text
    return html`<div class="page">
      ${renderPageHead({ title: approvals.title, lead: approvals.lead })}
      ${renderPayoutTabs(this, 'approvals')}
      <div class="narrow">
        ${renderSelect(this, {
          name: 'status',
          label: approvals.filter,
          value: filter,
          choices: FILTERS.map((one) => [one, approvals.filters[one]] as const),
          onChange: (value) => {
            this.filter = FILTERS.find((one) => one === value) ?? 'waiting'
          },
          failure: null,
        })}
      </div>
      ${keyed(
        filter,
        html`<console-approval-list .context=${this.context} .filter=${filter}></console-approval-list>`,
      )}
      <console-approval-limit .context=${this.context}></console-approval-limit>
    </div>`
  }
}

customElements.define('console-approvals', ConsoleApprovals)

declare global {
  interface HTMLElementTagNameMap {
    'console-approvals': ConsoleApprovals
  }
}
