import { css, html, nothing, type TemplateResult } from 'lit'
import type { ContactRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import { renderBadge, renderButton, renderFailure, renderNote } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderChoice, renderInput } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'

type Notice = ContactRecord['notices'][number]

/** Every notice, in the form's order. */
const NOTICES = [
  'payment_received',
  'payment_problem',
  'webhook_failing',
  'approval_waiting',
] as const satisfies readonly Notice[]

/** The member's e-mail address, its confirmation, and the choice of notices sent to it. */
export class ConsoleContact extends ConsoleView<SignedInContext> {
  static override readonly styles = [
    ConsoleView.styles,
    css`
      .mailbox {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        overflow-wrap: anywhere;
      }
      .mailbox > * {
        min-inline-size: 0;
      }
    `,
  ]
  readonly #contact = new LoadController<ContactRecord>(this, (signal) => this.#load(signal))

  protected override render(): TemplateResult {
    const { contact } = this.context.text
    return html`<section class="card" aria-labelledby="contact-title">
      <div>
        <h2 id="contact-title">${contact.title}</h2>
        <p class="muted">${contact.lead}</p>
      </div>
      ${renderFailure(this, this.submit.failureOf('confirm'))}
      ${renderLoaded(this, this.#contact, (record) => this.#renderContact(record))}
    </section>`
  }

  /** Confirms the address with the e-mail link's code first, so that the form shows the result. */
  async #load(signal: AbortSignal): Promise<ContactRecord> {
    const { client, mailLink, text, announce, dropMailLink } = this.context
    if (mailLink?.kind === 'confirm') {
      const body = { code: mailLink.code }
      const confirmed = await this.submit.run('confirm', () =>
        client.contact.confirmEmail({ body }),
      )
      if (confirmed !== null) {
        announce(text.contact.confirmed)
        dropMailLink()
        return confirmed
      }
      if (this.submit.failure?.code === 'code_refused') {
        this.submit.refuse('confirm', { ...this.submit.failure, message: text.contact.refused })
      }
    }
    return client.contact.get({}, { signal })
  }

  #renderContact(record: ContactRecord): TemplateResult {
    const { contact } = this.context.text
    const { email, isVerified, pendingEmail, sendsMail } = record
    return html`<div class="mailbox">
        <strong>${email ?? contact.none}</strong>
        ${email === null ? nothing : isVerified ? renderBadge('success', contact.verified) : renderBadge('warning', contact.unverified)}
      </div>
      ${sendsMail ? nothing : renderNote('info', html`<p>${contact.noMail}</p>`)}
      ${pendingEmail === null ? nothing : renderNote('info', html`<p>${contact.pending(pendingEmail)}</p>`)}
      ${sendsMail ? html`${this.#renderAddress(record)} ${this.#renderNotices(record)}` : nothing}`
  }

  #renderAddress({ email }: ContactRecord): TemplateResult {
    const { contact } = this.context.text
    const failure = this.submit.failureOf('email')
    return html`<form novalidate @submit=${this.#setEmail}>
      ${renderInput(this, { name: 'email', label: contact.address, type: 'email', autocomplete: 'email', inputMode: 'email', value: email, hint: contact.setHint, failure })}
      ${
        this.context.session.kind === 'account'
          ? renderInput(this, {
              name: 'currentPassword',
              label: contact.password,
              type: 'password',
              autocomplete: 'current-password',
              hint: contact.passwordHint,
              isOptional: true,
              failure,
            })
          : nothing
      }
      ${renderFailure(this, failure)}
      <div class="form-actions">
        ${renderButton({ label: contact.set, isBusy: this.submit.pending === 'email' })}
      </div>
    </form>`
  }

  #renderNotices({ notices, isVerified }: ContactRecord): TemplateResult {
    const { contact } = this.context.text
    return html`<form novalidate @submit=${this.#saveNotices}>
      <fieldset ?disabled=${!isVerified}>
        <legend>${contact.notices}</legend>
        ${isVerified ? nothing : html`<p class="hint">${contact.verifyFirst}</p>`}
        <div>
          ${NOTICES.map((notice) =>
            renderChoice({
              type: 'checkbox',
              name: 'notices',
              value: notice,
              ...contact.kinds[notice],
              isChecked: notices.includes(notice),
            }),
          )}
        </div>
      </fieldset>
      ${renderFailure(this, this.submit.failureOf('notices'))}
      ${
        isVerified
          ? html`<div class="form-actions">${renderButton({ label: contact.save, isBusy: this.submit.pending === 'notices' })}</div>`
          : nothing
      }
    </form>`
  }

  async #setEmail(event: Event): Promise<void> {
    const { client, text, announce } = this.context
    const { currentTarget } = event
    const form = readForm(event)
    const email = form.text('email')
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
      this.submit.refuse('email', refuseFields({ email: text.signIn.emailInvalid }, text))
      await focusFirstInvalid(this)
      return
    }
    const isAccount = this.context.session.kind === 'account'
    const currentPassword = isAccount ? form.raw('currentPassword') : ''
    const body = { email, ...(currentPassword !== '' && { currentPassword }) }
    const answer = await this.submit.run('email', () => client.contact.setEmail({ body }))
    if (answer === null) {
      if (this.submit.failure?.code === 'wrong_credentials') {
        const { passwordMissing, passwordWrong } = text.contact
        const sentence = currentPassword === '' ? passwordMissing : passwordWrong
        this.submit.refuse('email', refuseFields({ currentPassword: sentence }, text))
      }
      await focusFirstInvalid(this)
      return
    }
    if (currentTarget instanceof HTMLFormElement) currentTarget.reset()
    announce(text.contact.sent)
    await this.#contact.reload()
  }

  async #saveNotices(event: Event): Promise<void> {
    const { client, text, announce } = this.context
    const { currentTarget } = event
    if (!(currentTarget instanceof HTMLFormElement)) return
    event.preventDefault()
    const chosen = new FormData(currentTarget).getAll('notices')
    const body = { notices: NOTICES.filter((notice) => chosen.includes(notice)) }
    const saved = await this.submit.run('notices', () => client.contact.update({ body }))
    if (saved === null) return
    this.#contact.replace(saved)
    announce(text.contact.saved)
  }
}

customElements.define('console-contact', ConsoleContact)

declare global {
  interface HTMLElementTagNameMap {
    'console-contact': ConsoleContact
  }
}
