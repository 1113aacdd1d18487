import { plainText } from '@secure-payment/widget/design'
import { css, html, nothing, type TemplateResult } from 'lit'
import type { AuditEntry } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { type ListPage, PageController } from '../../controllers/PageController.ts'
import { tableStyles } from '../../styles/tableStyles.ts'
import { renderAddress, renderEmpty, renderTime } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderMore } from '../../ui/renderMore.ts'
import { renderStale } from '../../ui/renderStale.ts'

/** The audit log's entries with one action, page by page, newest first. */
export class ConsoleAuditEntries extends ConsoleView<SignedInContext> {
  static override readonly styles = [
    ConsoleView.styles,
    tableStyles,
    css`
      .when {
        white-space: nowrap;
      }
    `,
  ]
  static override readonly properties = { ...ConsoleView.properties, action: { attribute: false } }

  /** The action never changes: another action gets another element. */
  declare action: AuditEntry['action'] | null
  readonly #pages = new PageController<AuditEntry>(
    this,
    ({ id }) => id,
    async (page, signal) => {
      const query = { ...page, ...(this.action !== null && { action: this.action }) }
      const { list } = this.context.client.auditLog
      const found = await list({ query }, signal ? { signal } : {})
      return { records: found.entries, nextCursor: found.nextCursor }
    },
  )

  constructor() {
    super()
    this.action = null
  }

  protected override render(): TemplateResult {
    return html`<div class="stack">
      ${renderStale(this, this.#pages.loader)}
      ${renderLoaded(this, this.#pages.loader, (page) =>
        page.records.length === 0 ? this.#renderEmpty() : this.#renderPage(page),
      )}
    </div>`
  }

  #renderEmpty(): TemplateResult {
    const { auditLog } = this.context.text
    return this.action === null
      ? renderEmpty({ icon: icons.list, title: auditLog.empty, text: auditLog.emptyText })
      : renderEmpty({ icon: icons.search, title: auditLog.noneFound, text: auditLog.noneFoundText })
  }

  #renderPage({ records, nextCursor }: ListPage<AuditEntry>): TemplateResult {
    const { auditLog } = this.context.text
    const names = [auditLog.change, auditLog.by, auditLog.record, auditLog.when]
    return html`<div class="table">
        <table role="table" aria-label=${auditLog.table}>
          <thead role="rowgroup">
            <tr role="row">${names.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}</tr>
          </thead>
          <tbody role="rowgroup">${records.map((entry) => this.#renderEntry(entry))}</tbody>
        </table>
      </div>
      ${renderMore(this, this.#pages, { label: auditLog.more, nextCursor })}`
  }

  #renderEntry({ action, actor, objectId, reason, createdAt }: AuditEntry): TemplateResult {
    const { text, format, now } = this.context
    const { auditLog } = text
    return html`<tr role="row">
      <td role="cell"><strong>${auditLog.actions[action]}</strong>${
        reason === null ? nothing : html`<span class="sub">${plainText(reason)}</span>`
      }</td>
      <td role="cell" data-name=${auditLog.by}>${this.#renderActor(actor)}</td>
      <td role="cell" data-name=${auditLog.record}>
        ${objectId === null ? html`<span class="muted">${auditLog.merchant}</span>` : html`<code class="id">${objectId}</code>`}
      </td>
      <td role="cell" class="when" data-name=${auditLog.when}>
        ${renderTime(this, createdAt)}
        <span class="sub">${format.minute(createdAt, now())}</span>
      </td>
    </tr>`
  }

  #renderActor({ kind, id }: AuditEntry['actor']): TemplateResult {
    const { auditLog } = this.context.text
    switch (kind) {
      case 'wallet':
        return html`${renderAddress(id ?? '')}`
      case 'account':
        return html`${auditLog.account}<span class="sub"><code class="id">${id}</code></span>`
      case 'api_key':
        return html`${auditLog.apiKey}<span class="sub"><code class="id">${id}</code></span>`
      case 'operator':
        return html`${auditLog.operator}`
      default:
        return kind satisfies never
    }
  }
}

customElements.define('console-audit-entries', ConsoleAuditEntries)

declare global {
  interface HTMLElementTagNameMap {
    'console-audit-entries': ConsoleAuditEntries
  }
}
