import { html, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import type { ListedLink } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { tabStyles } from '../../styles/tabStyles.ts'
import { renderPageHead } from '../../ui/elements.ts'
import { renderSelect } from '../../ui/renderField.ts'
import type { CombinedKind } from './console-combined-links.ts'
import { LINK_TONES } from './linkTones.ts'
import { payoutStyles } from './payoutStyles.ts'
import { renderPayoutTabs } from './renderPayoutTabs.ts'
import './console-combined-links.ts'

const STATUSES = Object.keys(LINK_TONES) as readonly ListedLink['status'][]

/** The links that combine payout links, and the choice between both kinds. */
export class ConsolePayoutCombined extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, tabStyles, payoutStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    kind: { state: true },
    status: { state: true },
  }

  declare kind: CombinedKind
  /** The chosen status; null for all. */
  declare status: ListedLink['status'] | null

  constructor() {
    super()
    this.kind = 'batch'
    this.status = null
  }

  protected override render(): TemplateResult {
    const { context, kind, status } = this
    const { combined, link, list } = context.text.payouts
    return html`<div class="page">
      ${renderPageHead({ title: combined.title, lead: combined.lead })}
      ${renderPayoutTabs(this, 'payoutCombined')}
      <div class="pair">
        ${renderSelect(this, {
          name: 'kind',
          label: combined.kind,
          value: kind,
          choices: [
            ['batch', combined.kinds.batch],
            ['multicall', combined.kinds.multicall],
          ],
          onChange: (value) => {
            this.kind = value === 'multicall' ? value : 'batch'
          },
          failure: null,
        })}
        ${renderSelect(this, {
          name: 'status',
          label: list.filter,
          value: status,
          choices: [['', list.all], ...STATUSES.map((one) => [one, link.status[one]] as const)],
          onChange: (value) => {
            this.status = STATUSES.find((one) => one === value) ?? null
          },
          failure: null,
        })}
      </div>
      ${keyed(`${kind} ${status}`, html`<console-combined-links .context=${context} .kind=${kind} .status=${status}></console-combined-links>`)}
    </div>`
  }
}

customElements.define('console-payout-combined', ConsolePayoutCombined)

declare global {
  interface HTMLElementTagNameMap {
    'console-payout-combined': ConsolePayoutCombined
  }
}
