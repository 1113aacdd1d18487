import { html, nothing, type TemplateResult } from 'lit'
import type { MemberRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { may } from '../../may.ts'
import { readForm } from '../../readForm.ts'
import { listStyles } from '../../styles/listStyles.ts'
import { renderAddress, renderBadge, renderButton, renderFailure } from '../../ui/elements.ts'
import { renderConfirm, renderDialog } from '../../ui/renderDialog.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { findRole, renderRoleChoices } from './renderRoleChoices.ts'

type Dialog = { readonly kind: 'remove' | 'role'; readonly record: MemberRecord }

/** Lists the people who can sign in to the merchant account, changes their roles, and removes members. */
export class ConsoleMembers extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, listStyles]
  readonly dialog = new DialogController<Dialog>(this)
  readonly #records = new LoadController<readonly MemberRecord[]>(this, (signal) =>
    this.context.client.members.list({}, { signal }),
  )

  constructor() {
    super()
    // The stream does not report members, so the list is read at intervals and when the tab becomes visible.
    new RefreshController(this, {
      isNeeded: () => this.dialog.current === null,
      hears: () => false,
      refresh: () => this.#records.refresh(),
    })
  }

  protected override render(): TemplateResult {
    const { members } = this.context.text
    return html`<section class="card" aria-labelledby="members-title">
      <div>
        <h2 id="members-title" tabindex="-1">${members.title}</h2>
        <p class="muted">${members.lead}</p>
      </div>
      ${renderLoaded(this, this.#records, (records) => this.#renderRecords(records))}
      ${this.#renderDialog()}
    </section>`
  }

  #renderRecords(records: readonly MemberRecord[]): TemplateResult {
    const isOnly = records.length <= 1
    return html`<div class="stack">
      <ul class="records">${records.map((record) => this.#renderRecord(record, isOnly))}</ul>
      ${isOnly ? html`<p class="hint">${this.context.text.members.only}</p>` : nothing}
    </div>`
  }

  #renderRecord(record: MemberRecord, isOnly: boolean): TemplateResult {
    const { members } = this.context.text
    const { createdAt, lastSignInAt } = record
    const { format, now } = this.context
    const isOwn = this.#isOwn(record)
    const ago = (iso: string) => format.relative(Date.parse(iso), now())
    return html`<li class="record">
      <div class="record-head">
        <h3 class="title">${renderName(record)}</h3>
        ${renderBadge('plain', this.context.text.rights.roles[record.role])}
        ${isOwn ? html`<span class="muted">${members.you}</span>` : nothing}
      </div>
      <div class="facts-line">
        <span>${members[record.kind]}</span>
        <time datetime=${createdAt} title=${format.dateTime(createdAt)}>${members.since(ago(createdAt))}</time>
        ${
          lastSignInAt === null
            ? html`<span>${members.signInUnknown}</span>`
            : html`<time datetime=${lastSignInAt} title=${format.dateTime(lastSignInAt)}>${members.signedIn(ago(lastSignInAt))}</time>`
        }
      </div>
      ${this.#renderActions(record, isOnly)}
    </li>`
  }

  #renderActions(record: MemberRecord, isOnly: boolean): TemplateResult | typeof nothing {
    const { members } = this.context.text
    const isOwn = this.#isOwn(record)
    const mayChange = this.#mayChange(record)
    const mayRemove = !isOnly && (isOwn || mayChange)
    if (!mayChange && !mayRemove) return nothing
    const describe = record.email ?? record.id
    return html`<div class="record-actions">
      ${
        mayChange
          ? renderButton({
              label: members.changeRole,
              isCompact: true,
              describe,
              onClick: () => this.#open({ kind: 'role', record }),
            })
          : nothing
      }
      ${
        mayRemove
          ? renderButton({
              label: isOwn ? members.leave : members.remove,
              isCompact: true,
              isDanger: true,
              describe,
              onClick: () => this.#open({ kind: 'remove', record }),
            })
          : nothing
      }
    </div>`
  }

  /** Returns whether the signed-in person may change or remove a member: only owners may change or remove owners. */
  #mayChange({ role }: MemberRecord): boolean {
    const { session } = this.context
    return may(this.context, 'team') && (role !== 'owner' || session.role === 'owner')
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { current } = this.dialog
    if (current === null) return nothing
    return current.kind === 'role'
      ? this.#renderRoleForm(current.record)
      : this.#renderQuestion(current.record)
  }

  #renderRoleForm(record: MemberRecord): TemplateResult {
    const { members, common } = this.context.text
    return renderDialog(this, {
      title: members.roleTitle,
      content: html`<form novalidate @submit=${(event: Event) => void this.#saveRole(event, record)}>
        <p><strong>${renderName(record)}</strong></p>
        <p>${members.roleText}</p>
        ${renderRoleChoices(this, { chosen: record.role })}
        ${renderFailure(this, this.submit.failureOf('role'))}
        <div class="form-actions end">
          ${renderButton({ label: common.cancel, onClick: () => this.dialog.close() })}
          ${renderButton({ label: members.saveRole, kind: 'primary', isBusy: this.submit.pending === 'role' })}
        </div>
      </form>`,
    })
  }

  #renderQuestion(record: MemberRecord): TemplateResult {
    const { members } = this.context.text
    const isOwn = this.#isOwn(record)
    return renderConfirm(this, {
      name: 'remove',
      title: isOwn ? members.leaveTitle : members.removeTitle,
      text: isOwn ? members.leaveText : members.removeText,
      confirm: isOwn ? members.leave : members.remove,
      isDanger: true,
      onConfirm: () => void this.#remove(record),
      extra: html`<p><strong>${renderName(record)}</strong></p>
        ${record.payeeDestinationIds.length === 0 ? nothing : this.#renderDestinations(record)}`,
    })
  }

  #renderDestinations({ payeeDestinationIds }: MemberRecord): TemplateResult {
    return html`<p>${this.context.text.members.destinations}</p>
      ${payeeDestinationIds.map((id) => html`<p><code>${id}</code></p>`)}`
  }

  #isOwn({ address, email }: MemberRecord): boolean {
    const { session } = this.context
    return session.kind === 'wallet' ? session.address === address : session.email === email
  }

  #open(dialog: Dialog): void {
    this.submit.reset()
    this.dialog.open(dialog)
  }

  async #saveRole(event: Event, record: MemberRecord): Promise<void> {
    const { client, text, announce, refreshSession } = this.context
    const role = findRole(readForm(event).text('role'))
    if (role === null) return
    const saved = await this.submit.run('role', () =>
      client.members.update({ params: { id: record.id }, body: { role } }),
    )
    if (saved === null) return
    this.dialog.close()
    await this.#records.reload()
    announce(text.members.roleSaved)
    // The new role changes which buttons the console shows.
    if (this.#isOwn(record)) await refreshSession()
  }

  async #remove(record: MemberRecord): Promise<void> {
    const { client, text, announce, refreshSession } = this.context
    const removed = await this.submit.run('remove', () =>
      client.members.remove({ params: { id: record.id } }),
    )
    if (removed === null) return
    this.dialog.close()
    if (this.#isOwn(record)) {
      await refreshSession()
      return
    }
    await this.#records.reload()
    announce(text.members.removed)
  }
}

function renderName({ email, id }: MemberRecord): TemplateResult {
  return email === null ? renderAddress(id) : html`${email}`
}

customElements.define('console-members', ConsoleMembers)

declare global {
  interface HTMLElementTagNameMap {
    'console-members': ConsoleMembers
  }
}
