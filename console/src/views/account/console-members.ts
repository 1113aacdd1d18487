import { html, nothing, type TemplateResult } from 'lit'
import type { MemberRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { listStyles } from '../../styles/listStyles.ts'
import { renderAddress, renderBadge, renderButton } from '../../ui/elements.ts'
import { renderConfirm } from '../../ui/renderDialog.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'

/** Lists the people who can sign in to the merchant account, and removes members. */
export class ConsoleMembers extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, listStyles]
  readonly dialog = new DialogController<MemberRecord>(this)
  readonly #records = new LoadController<readonly MemberRecord[]>(this, (signal) =>
    this.context.client.members.list({}, { signal }),
  )

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
        ${isOwn ? renderBadge('plain', members.you) : nothing}
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
      ${
        isOnly
          ? nothing
          : html`<div class="record-actions">
            ${renderButton({
              label: isOwn ? members.leave : members.remove,
              isCompact: true,
              isDanger: true,
              describe: record.email ?? record.id,
              onClick: () => this.#ask(record),
            })}
          </div>`
      }
    </li>`
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { current } = this.dialog
    const { members } = this.context.text
    if (current === null) return nothing
    const isOwn = this.#isOwn(current)
    return renderConfirm(this, {
      name: 'remove',
      title: isOwn ? members.leaveTitle : members.removeTitle,
      text: isOwn ? members.leaveText : members.removeText,
      confirm: isOwn ? members.leave : members.remove,
      isDanger: true,
      onConfirm: () => void this.#remove(current),
      extra: html`<p><strong>${renderName(current)}</strong></p>
        ${current.payeeDestinationIds.length === 0 ? nothing : this.#renderDestinations(current)}`,
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

  #ask(record: MemberRecord): void {
    this.submit.reset()
    this.dialog.open(record)
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
