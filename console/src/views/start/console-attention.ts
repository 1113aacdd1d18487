import { renderIcon } from '@secure-payment/widget/design'
import { html, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { concernsApprovals, concernsUnmatched } from '../../live/change.ts'
import { formatRoute } from '../../routes.ts'
import { renderNote } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import type { RefundWork } from '../refunds/readRefundWork.ts'
import { type Attention, describeRefunds, readAttention } from './readAttention.ts'
import { startStyles } from './startStyles.ts'

/** The records that need the merchant's attention. */
export class ConsoleAttention extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, startStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    isQuiet: { type: Boolean },
    refunds: { attribute: false },
  }

  /** Whether the element renders nothing while it reads, after a failure, and if no record needs attention. */
  declare isQuiet: boolean
  /** The refunds to decide on and to pay; null until they are read. */
  declare refunds: RefundWork | null
  readonly #items = new LoadController<readonly Attention[]>(this, (signal) =>
    readAttention(this.context, signal),
  )

  constructor() {
    super()
    this.isQuiet = false
    this.refunds = null
    // Without the stream, these rare records are read only when the screen opens.
    new RefreshController(this, {
      isNeeded: () => false,
      refresh: () => this.#items.refresh(),
      hears: (change) => concernsApprovals(change) || concernsUnmatched(change),
    })
  }

  protected override render(): TemplateResult {
    const { home } = this.context.text
    const refunds = this.refunds === null ? [] : describeRefunds(this.refunds)
    if (this.isQuiet && !(this.#items.value?.length ?? 0)) return html``
    return html`<section class="stack" aria-labelledby="attention-title">
      <h2 id="attention-title">${home.attention}</h2>
      ${renderLoaded(this, this.#items, (items) =>
        items.length + refunds.length === 0
          ? renderNote('success', html`<p>${home.calm}</p>`)
          : html`<ul class="records">${[...refunds, ...items].map((item) => renderItem(item, this.context))}</ul>`,
      )}
    </section>`
  }
}

function renderItem({ describe, route }: Attention, context: SignedInContext): TemplateResult {
  const { title, text } = describe(context)
  return html`<li>
    <a class="record attention" href=${formatRoute(route)}>
      ${renderIcon(icons.alert)}
      <span>
        <strong>${title}</strong>
        <span class="hint">${text}</span>
      </span>
      ${renderIcon(icons.chevron, 'small')}
    </a>
  </li>`
}

customElements.define('console-attention', ConsoleAttention)

declare global {
  interface HTMLElementTagNameMap {
    'console-attention': ConsoleAttention
  }
}
