import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { InvitationRecord, Session } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import { listStyles } from '../../styles/listStyles.ts'
import { renderBadge, renderButton, renderFailure, renderSecret } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderConfirm } from '../../ui/renderDialog.ts'
import { renderInput } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { findRole, renderRoleChoices } from './renderRoleChoices.ts'

type Link = {
  readonly id: string
  readonly url: string
  readonly expiresAt: string
  /** The new member's role; null for a merchant. */
  readonly role: Session['role'] | null
  /** The only address that may use the link; null if anyone may use it. */
  readonly guest: string | null
  /** The address to which the service e-mailed the link; null if it sent no e-mail. */
  readonly sentTo: string | null
}

const DEFAULT_ROLE = 'read-only'
/** The maximum length of an e-mail address. */
const MAX_GUEST = 254

/** Creates and revokes single-use links, for members in a role or for merchants with their own account. */
export class ConsoleInvitation extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, listStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    opens: {},
    link: { state: true },
  }

  /** Whether the links add a member to this account or create a separate merchant account. */
  declare opens: InvitationRecord['opens']
  declare link: Link | null
  readonly dialog = new DialogController<InvitationRecord>(this)
  readonly #records = new LoadController<readonly InvitationRecord[]>(this, (signal) =>
    this.context.client.invitations.list({}, { signal }),
  )

  constructor() {
    super()
    this.opens = 'merchant'
    this.link = null
    // The stream does not report used links, so the list is read at intervals and when the tab becomes visible.
    new RefreshController(this, {
      isNeeded: () => this.dialog.current === null,
      hears: () => false,
      refresh: () => this.#records.refresh(),
    })
  }

  protected override render(): TemplateResult {
    const { text, format } = this.context
    const { invitation } = text
    const words = invitation[this.opens]
    return html`<section class="card" aria-labelledby="invitation-title">
      <div>
        <h2 id="invitation-title" tabindex="-1">${words.title}</h2>
        <p class="muted">${words.lead}</p>
      </div>
      ${
        this.link === null
          ? nothing
          : html`${this.#renderRole(this.link)}
            <p>${invitation.once(format.dateTime(this.link.expiresAt))}</p>
            ${this.link.sentTo === null ? nothing : html`<p>${invitation.sent(this.link.sentTo)}</p>`}
            ${renderSecret(this, this.link.url, invitation.link)}`
      }
      <form novalidate @submit=${this.#create}>
        ${this.opens === 'member' ? this.#renderMember() : nothing}
        ${renderFailure(this, this.submit.failureOf('invite'))}
        <div class="form-actions">
          ${renderButton({ label: words.create, isBusy: this.submit.pending === 'invite' })}
        </div>
      </form>
      ${renderLoaded(this, this.#records, (records) =>
        this.#renderRecords(records.filter(({ opens }) => opens === this.opens)),
      )}
      ${this.#renderDialog()}
    </section>`
  }

  #renderRole({ role, guest }: Link): TemplateResult | typeof nothing {
    if (role === null) return nothing
    const { invitation, rights } = this.context.text
    const name = rights.roles[role]
    return html`<h3>
      ${guest === null ? invitation.inRole(name) : invitation.guestInRole(plainText(guest), name)}
    </h3>`
  }

  #renderMember(): TemplateResult {
    const { invitation } = this.context.text
    return html`${renderRoleChoices(this, { chosen: DEFAULT_ROLE })}
      ${renderInput(this, {
        name: 'guest',
        label: invitation.guest,
        hint: invitation.guestHint,
        value: '',
        isOptional: true,
        maxLength: MAX_GUEST,
        failure: this.submit.failureOf('invite'),
      })}`
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
    const guest = record.wallet ?? record.email
    const ago = (iso: string) => format.relative(Date.parse(iso), now())
    const isOwn = session.address !== null && session.address === record.invitedBy
    return html`<li class="record">
      <div class="record-head">
        <h4 class="title">${invitation.opens[record.opens]}</h4>
        ${record.role === null ? nothing : renderBadge('plain', text.rights.roles[record.role])}
        ${isOwn ? renderBadge('plain', invitation.you) : nothing}
      </div>
      <div class="facts-line">
        ${guest === null ? nothing : html`<span>${invitation.isFor(plainText(guest))}</span>`}
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

  async #create(event: Event): Promise<void> {
    const { client, text, announce } = this.context
    const form = readForm(event)
    const { target } = event
    const role = findRole(form.text('role'))
    const guest = form.text('guest')
    const bound = readGuest(guest)
    if (bound === null) {
      const fields = { guest: text.invitation.guestInvalid }
      this.submit.refuse('invite', refuseFields(fields, text))
      await focusFirstInvalid(this)
      return
    }
    const link = await this.submit.run('invite', () =>
      client.invitations.create(role === null ? {} : { body: { role, ...bound } }),
    )
    if (link === null) {
      this.#moveProblem()
      await focusFirstInvalid(this)
      return
    }
    // Clears the address, and selects the role with the fewest rights for the next link.
    if (target instanceof HTMLFormElement) resetForm(target)
    this.link = {
      ...link,
      role,
      guest: guest === '' ? null : guest,
      sentTo: link.isSent ? guest : null,
    }
    announce(text.invitation.created)
    await this.#records.reload()
  }

  /** Moves the error of `wallet` or `email` to the form's only address field. */
  #moveProblem(): void {
    const failure = this.submit.failureOf('invite')
    const problem = failure?.fields['wallet'] ?? failure?.fields['email']
    if (failure === null || problem === undefined) return
    this.submit.refuse('invite', { ...failure, fields: { guest: problem } })
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

/** Empties the form. `reset` alone would leave no role selected, because the choices have no default. */
function resetForm(form: HTMLFormElement): void {
  form.reset()
  for (const choice of form.querySelectorAll<HTMLInputElement>('[name="role"]')) {
    choice.checked = choice.value === DEFAULT_ROLE
  }
}

/**
 * Returns a typed address as a property of the request body: an empty object for empty text, null if the text is
 * neither kind.
 */
function readGuest(typed: string): { wallet?: string; email?: string } | null {
  if (typed === '') return {}
  if (/^[^\s@]+@[^\s@]+$/.test(typed)) return { email: typed }
  return /^(?:0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/.test(typed) ? { wallet: typed } : null
}

customElements.define('console-invitation', ConsoleInvitation)

declare global {
  interface HTMLElementTagNameMap {
    'console-invitation': ConsoleInvitation
  }
}
