import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ApprovalRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { formatRoute } from '../../routes.ts'
import { renderNote } from '../../ui/elements.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { type ApprovalNames, readApprovalNames } from './approvalNames.ts'
import { approvalStyles } from './approvalStyles.ts'
import type { Decision } from './readDecision.ts'
import { describeDecision, renderApprovalFacts } from './renderApproval.ts'
import { renderActions, renderDecision } from './renderDecision.ts'

/** A payout's approval, on the payout's page: the buttons while the payout waits, and later the member who decided. */
export class ConsoleApproval extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, approvalStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    approval: { attribute: false },
    reread: { attribute: false },
  }

  declare approval: ApprovalRecord
  /** Reads the page's data again. */
  declare reread: () => Promise<void>
  readonly dialog = new DialogController<Decision>(this)
  readonly #names = new LoadController<ApprovalNames>(this, (signal) =>
    readApprovalNames(this.context, [this.approval], signal),
  )

  /** A decided approval has no heading: the focus moves to its sentence. */
  override focusHeading(): void {
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector<HTMLElement>('h2, [role="status"]')?.focus()
    })
  }

  async onDecided(): Promise<void> {
    await this.reread()
  }

  protected override render(): TemplateResult {
    return html`${renderLoaded(this, this.#names, (names) => this.#renderApproval(names))}
      ${renderDecision(this)}`
  }

  #renderApproval(names: ApprovalNames): TemplateResult {
    const { approval } = this
    const { status } = approval
    const { approvals } = this.context.text
    switch (status) {
      case 'waiting':
        return this.#renderWaiting(names)
      case 'approved':
        return this.#renderOver('success', describeDecision(this, approval, names))
      case 'declined':
        return this.#renderOver('warning', describeDecision(this, approval, names))
      case 'cancelled':
      case 'expired':
        return this.#renderOver('warning', approvals.page[status])
      default:
        return status satisfies never
    }
  }

  #renderOver(tone: 'success' | 'warning', sentence: string): TemplateResult {
    const { reason } = this.approval
    const { page } = this.context.text.approvals
    const given = reason === null ? nothing : html`<p>${page.reason(plainText(reason))}</p>`
    return renderNote(tone, html`<p role="status" tabindex="-1">${sentence}</p>${given}`)
  }

  #renderWaiting(names: ApprovalNames): TemplateResult {
    const { approvals } = this.context.text
    const { kind, requestIds } = this.approval
    const others = kind === 'payout' ? requestIds.length - 1 : 0
    return html`<section class="card" aria-labelledby="approval-title">
      <div class="card-head">
        <h2 id="approval-title" tabindex="-1">${approvals.status.waiting}</h2>
        <a href=${formatRoute({ name: 'approvals' })}>${approvals.page.all}</a>
      </div>
      <p>${approvals.page.waiting} ${others > 0 ? approvals.page.together(others) : ''}</p>
      ${renderApprovalFacts(this, this.approval, names)} ${renderActions(this, this.approval)}
    </section>`
  }
}

customElements.define('console-approval', ConsoleApproval)

declare global {
  interface HTMLElementTagNameMap {
    'console-approval': ConsoleApproval
  }
}
