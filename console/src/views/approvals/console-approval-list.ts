import { html, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { ApprovalRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { type ListPage, PageController } from '../../controllers/PageController.ts'
import { concernsApprovals } from '../../live/change.ts'
import { renderEmpty } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderMore } from '../../ui/renderMore.ts'
import { renderStale } from '../../ui/renderStale.ts'
import { type ApprovalNames, readApprovalNames } from './approvalNames.ts'
import { approvalStyles } from './approvalStyles.ts'
import type { Decision } from './readDecision.ts'
import { renderApproval } from './renderApproval.ts'
import { renderDecision } from './renderDecision.ts'

/** The approvals that a list shows. */
export type ApprovalFilter = 'waiting' | 'approved' | 'declined' | 'cancelled' | 'all'

/** An approval with the names of its members. */
type Named = { readonly approval: ApprovalRecord; readonly names: ApprovalNames }

/** The approvals with one status, or all of them, newest first; waiting ones have buttons to decide. */
export class ConsoleApprovalList extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, approvalStyles]
  static override readonly properties = { ...ConsoleView.properties, filter: {} }

  /** Set once: the screen creates a new element for another filter. */
  declare filter: ApprovalFilter
  readonly dialog = new DialogController<Decision>(this)
  readonly #pages = new PageController<Named>(
    this,
    ({ approval }) => approval.id,
    async (page, signal) => {
      const { client } = this.context
      const query = { ...page, ...(this.filter !== 'all' && { status: this.filter }) }
      const found = await client.approvals.list({ query }, signal ? { signal } : {})
      const names = await readApprovalNames(this.context, found.approvals, signal)
      const records = found.approvals.map((approval) => ({ approval, names }))
      return { records, nextCursor: found.nextCursor }
    },
    { hears: concernsApprovals },
  )

  /** Reads the list again after a decision. */
  async onDecided(): Promise<void> {
    await this.#pages.loader.refresh()
  }

  protected override render(): TemplateResult {
    const { filters } = this.context.text.approvals
    return html`<section class="stack" aria-labelledby="list-title">
      <h2 id="list-title" class="visually-hidden" tabindex="-1">${filters[this.filter]}</h2>
      ${renderStale(this, this.#pages.loader)}
      ${renderLoaded(this, this.#pages.loader, (page) => this.#renderPage(page))}
      ${renderDecision(this)}
    </section>`
  }

  #renderPage({ records, nextCursor }: ListPage<Named>): TemplateResult {
    const { approvals } = this.context.text
    if (records.length === 0) {
      const isWaiting = this.filter === 'waiting'
      return renderEmpty({
        icon: icons.check,
        title: isWaiting ? approvals.empty : approvals.emptyFilter,
        text: isWaiting ? approvals.emptyText : approvals.emptyFilterText,
      })
    }
    return html`<ul class="records">
        ${repeat(
          records,
          ({ approval }) => approval.id,
          ({ approval, names }) => renderApproval(this, approval, names),
        )}
      </ul>
      ${renderMore(this, this.#pages, { label: approvals.more, nextCursor })}`
  }
}

customElements.define('console-approval-list', ConsoleApprovalList)

declare global {
  interface HTMLElementTagNameMap {
    'console-approval-list': ConsoleApprovalList
  }
}
