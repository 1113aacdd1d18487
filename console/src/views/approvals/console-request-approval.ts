import { css, html, type TemplateResult } from 'lit'
import type { ApprovalRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { concernsApprovals } from '../../live/change.ts'
import { renderFailure } from '../../ui/elements.ts'
import { readRequestApproval } from './readRequestApproval.ts'
import './console-approval.ts'

/** The approval of a request's payout; nothing if it needs none. */
export class ConsoleRequestApproval extends ConsoleView<SignedInContext> {
  static override readonly styles = [
    ConsoleView.styles,
    css`
      /* Prevents a gap while the element is empty. */
      :host {
        display: contents;
      }
    `,
  ]
  static override readonly properties = { ...ConsoleView.properties, requestId: {} }

  declare requestId: string
  /** The request's approval; null if the request needs none. */
  readonly #approval = new LoadController<ApprovalRecord | null>(this, (signal) =>
    readRequestApproval(this.context, this.requestId, signal),
  )

  constructor() {
    super()
    new RefreshController(this, {
      isNeeded: () => this.#approval.value?.status === 'waiting',
      refresh: () => this.#approval.refresh(),
      isStale: () => this.#approval.isStale,
      hears: concernsApprovals,
    })
  }

  protected override render(): TemplateResult {
    const { state } = this.#approval
    // Most requests need no approval, so the element shows no loading state.
    if (state.status === 'loading') return html``
    if (state.status === 'failed') return html`${renderFailure(this, state.failure)}`
    return state.value === null
      ? html``
      : html`<console-approval .context=${this.context} .approval=${state.value} .reread=${() => this.#approval.refresh()}></console-approval>`
  }
}

customElements.define('console-request-approval', ConsoleRequestApproval)

declare global {
  interface HTMLElementTagNameMap {
    'console-request-approval': ConsoleRequestApproval
  }
}
