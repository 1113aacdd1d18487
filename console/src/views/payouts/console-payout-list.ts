import { html, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import type { RequestRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { tabStyles } from '../../styles/tabStyles.ts'
import { renderPageHead } from '../../ui/elements.ts'
import { renderSelect } from '../../ui/renderField.ts'
import { payoutStyles } from './payoutStyles.ts'
import { PAYOUT_TONES } from './payoutTones.ts'
import { renderPayoutTabs } from './renderPayoutTabs.ts'
import './console-payout-records.ts'

type Status = RequestRecord['status']

const STATUSES = Object.keys(PAYOUT_TONES) as readonly Status[]

/** All of the merchant's single payouts, and the status filter. */
export class ConsolePayoutList extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, tabStyles, payoutStyles]
  static override readonly properties = { ...ConsoleView.properties, status: { state: true } }

  /** The chosen status; null for all. */
  declare status: Status | null

  constructor() {
    super()
    this.status = null
  }

  protected override render(): TemplateResult {
    const { context, status } = this
    const { list } = context.text.payouts
    const choices = STATUSES.map((one) => [one, list.status[one]] as const)
    return html`<div class="page">
      ${renderPageHead({ title: list.title, lead: list.lead })}
      ${renderPayoutTabs(this, 'payoutList')}
      <div class="narrow">
        ${renderSelect(this, {
          name: 'status',
          label: list.filter,
          value: status,
          choices: [['', list.all], ...choices],
          onChange: (value) => {
            this.status = STATUSES.find((one) => one === value) ?? null
          },
          failure: null,
        })}
      </div>
      ${keyed(status, html`<console-payout-records .context=${context} .status=${status}></console-payout-records>`)}
    </div>`
  }
}

customElements.define('console-payout-list', ConsolePayoutList)

declare global {
  interface HTMLElementTagNameMap {
    'console-payout-list': ConsolePayoutList
  }
}
