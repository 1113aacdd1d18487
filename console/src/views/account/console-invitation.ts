import { html, nothing, type TemplateResult } from 'lit'
import type { InvitationRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { listStyles } from '../../styles/listStyles.ts'
import { renderBadge, renderButton, renderFailure, renderSecret } from '../../ui/elements.ts'
import { renderConfirm } from '../../ui/renderDialog.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'

type Link = { readonly id: string; readonly url: string; readonly expiresAt: string }

/** Creates links with which other merchants open accounts, where the service requires one, and revokes open ones. */
export class ConsoleInvitation extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, listStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    link: { state: true },
  }

  declare link: Link | null
  readonly dialog = new DialogController<InvitationRecord>(this)
  readonly #records = new LoadController<readonly InvitationRecord[]>(this, (signal) =>
    this.context.client.invitations.list({}, { signal }),
  )

  constructor() {
    super()
    this.link = null
  }

  protected override render(): TemplateResult {
    const { text, format } = this.context
    const { invitation } = text
    return html`<section class="card" aria-labelledby="invitation-title">
      <div>
        <h2 id="invitation-title" tabindex="-1">${invitation.title}</h2>
        <p class="muted">${invitation.lead}</p>
      </div>
      ${
        this.link === null
          ? nothing
          : html`<p>${invitation.once(format.dateTime(this.link.expiresAt))}</p>
            ${renderSecret(this, this.link.url, invitation.link)}`
      }
      ${renderFailure(this, this.submit.failureOf('invite'))}
      <div class="form-actions">
        ${renderButton({
          label: invitation.create,
          isBusy: this.submit.pending === 'invite',
          onClick: () => void this.#create(),
        })}
      </div>
      ${renderLoaded(this, this.#records, (records) => this.#renderRecords(records))}
      ${this.#renderDialog()}
    </section>`
  }

  #renderRecords(records: readonly InvitationRecord[]): TemplateResult {
    if (records.length === 0) return html``
    return html`<h3>${this.context.text.invitation.open}</h3>
      <ul class="records">${records.map((record) => this.#renderRecord(record))}</ul>`
  }

  #renderRecord(record: InvitationRecord): TemplateResult {
    const { text, format, now, session } = this.context
    const { invitation } = text
    const { createdAt, expiresAt } = record
    const ago = (iso: string) => format.relative(Date.parse(iso), now())
    const isOwn = session.address !== null && session.address === record.invitedBy
    return html`<li class="record">
      <div class="record-head">
        <h4 class="title">${invitation.opens[record.opens]}</h4>
        ${isOwn ? renderBadge('plain', invitation.you) : nothing}
      </div>
      <div class="facts-line">
        <time datetime=${createdAt} title=${format.dateTime(createdAt)}>${invitation.made(ago(createdAt))}</time>
        <time datetime=${expiresAt} title=${format.dateTime(expiresAt)}>${invitation.expires(ago(expiresAt))}</time>
      </div>
      <div class="record-actions">
        ${renderButton({
          label: invitation.revoke,
          isCompact: true,
          isDanger: true,
          describe: invitation.made(format.dateTime(createdAt)),
          onClick: () => this.#ask(record),
        })}
      </div>
    </li>`
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { current } = this.dialog
    const { invitation } = this.context.text
    if (current === null) return nothing
    return renderConfirm(this, {
      name: 'revoke',
      title: invitation.revokeTitle,
      text: invitation.revokeText,
      confirm: invitation.revoke,
      isDanger: true,
      onConfirm: () => void this.#revoke(current),
    })
  }

  #ask(record: InvitationRecord): void {
    this.submit.reset()
    this.dialog.open(record)
  }

  async #create(): Promise<void> {
    const { client, text, announce } = this.context
    const link = await this.submit.run('invite', () => client.invitations.create({}))
    if (link === null) return
    this.link = link
    announce(text.invitation.created)
    await this.#records.reload()
  }

  async #revoke({ id }: InvitationRecord): Promise<void> {
    const { client, text, announce } = this.context
    const revoked = await this.submit.run('revoke', () =>
      client.invitations.remove({ params: { id } }),
    )
    if (revoked === null) return
    this.dialog.close()
    if (this.link?.id === id) this.link = null
    await this.#records.reload()
    announce(text.invitation.revoked)
  }
}

customElements.define('console-invitation', ConsoleInvitation)

declare global {
  interface HTMLElementTagNameMap {
    'console-invitation': ConsoleInvitation
  }
}
