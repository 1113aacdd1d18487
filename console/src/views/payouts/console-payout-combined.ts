import { html, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { tabStyles } from '../../styles/tabStyles.ts'
import { renderPageHead } from '../../ui/elements.ts'
import { renderSelect } from '../../ui/renderField.ts'
import type { CombinedKind } from './console-combined-links.ts'
import { payoutStyles } from './payoutStyles.ts'
import { renderPayoutTabs } from './renderPayoutTabs.ts'
import './console-combined-links.ts'

/** The links that combine payout links, and the choice between both kinds. */
export class ConsolePayoutCombined extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, tabStyles, payoutStyles]
  static override readonly properties = { ...ConsoleView.properties, kind: { state: true } }

  declare kind: CombinedKind

  constructor() {
    super()
    this.kind = 'batch'
  }

  protected override render(): TemplateResult {
    const { context, kind } = this
    const { combined } = context.text.payouts
    return html`<div class="page">
      ${renderPageHead({ title: combined.title, lead: combined.lead })}
      ${renderPayoutTabs(this, 'payoutCombined')}
      <div class="narrow">
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
      </div>
      ${keyed(kind, html`<console-combined-links .context=${context} .kind=${kind}></console-combined-links>`)}
    </div>`
  }
}

customElements.define('console-payout-combined', ConsolePayoutCombined)

declare global {
  interface HTMLElementTagNameMap {
    'console-payout-combined': ConsolePayoutCombined
  }
}
