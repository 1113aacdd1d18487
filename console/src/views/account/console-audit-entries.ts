import { plainText } from '@secure-payment/widget/design'
import { css, html, nothing, type TemplateResult } from 'lit'
import type { AuditEntry, MemberRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { type ListPage, PageController } from '../../controllers/PageController.ts'
import { ensureDefined } from '../../ensureDefined.ts'
import { formatRoute, type Route } from '../../routes.ts'
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

  /** Null for all actions. Set once: the audit log creates a new element for another action. */
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

  /** Names the accounts; without them, the entries show only ids. */
  readonly #members = new LoadController<readonly MemberRecord[]>(this, (signal) =>
    this.context.client.members.list({}, { signal }),
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
        ${objectId === null ? html`<span class="muted">${auditLog.merchant}</span>` : this.#renderRecord(action, objectId)}
      </td>
      <td role="cell" class="when" data-name=${auditLog.when}>
        ${renderTime(this, createdAt)}
        <span class="sub">${format.minute(createdAt, now())}</span>
      </td>
    </tr>`
  }

  #renderRecord(action: AuditEntry['action'], id: string): TemplateResult {
    const route = routeOf(action, id)
    const email = this.#findEmail(id)
    const code = html`<code class="id">${id}</code>`
    if (route !== null) return html`<a href=${formatRoute(route)}>${code}</a>`
    return email === null ? code : html`${email}<span class="sub">${code}</span>`
  }

  /** Returns a member's e-mail address; null for a former member, a wallet, and any other record. */
  #findEmail(id: string | null): string | null {
    return this.#members.value?.find((member) => member.id === id)?.email ?? null
  }

  #renderActor({ kind, id }: AuditEntry['actor']): TemplateResult {
    const { auditLog } = this.context.text
    switch (kind) {
      case 'wallet':
        return html`${renderAddress(ensureDefined(id, 'The address of a wallet'))}`
      case 'account':
        return html`${this.#findEmail(id) ?? auditLog.account}<span class="sub"><code class="id">${id}</code></span>`
      case 'api_key':
        return html`${auditLog.apiKey}<span class="sub"><code class="id">${id}</code></span>`
      case 'client_id':
        return html`${auditLog.clientId}<span class="sub"><code class="id">${id}</code></span>`
      case 'operator':
        return html`${auditLog.operator}`
      default:
        return kind satisfies never
    }
  }
}

/** Returns the screen that shows a changed record; null if there is none. */
function routeOf(action: AuditEntry['action'], id: string): Route | null {
  switch (action) {
    case 'secure_payment.updated':
    case 'secure_payment.cancelled':
      return { name: 'link', token: id }
    case 'refund.created':
    case 'refund.cancelled':
      return { name: 'refunds' }
    case 'refund_link.created':
      return { name: 'refundLink', token: id }
    case 'surplus.kept':
    case 'surplus.released':
      return { name: 'payment', requestId: id }
    default:
      return null
  }
}

customElements.define('console-audit-entries', ConsoleAuditEntries)

declare global {
  interface HTMLElementTagNameMap {
    'console-audit-entries': ConsoleAuditEntries
  }
}
