import { html, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { ConsoleContext } from '../../context.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import { brandMark } from '../../ui/brandMark.ts'
import { renderButton, renderFailure, renderNote } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderInput } from '../../ui/renderField.ts'
import { checkPassword } from '../checkPassword.ts'
import { signInStyles } from './signInStyles.ts'

/** Sets a new password with an e-mail link, with or without a session. */
export class ConsoleResetPassword extends ConsoleView<ConsoleContext> {
  static override readonly styles = [ConsoleView.styles, signInStyles]
  static override readonly properties = { ...ConsoleView.properties, isDone: { state: true } }

  declare isDone: boolean

  constructor() {
    super()
    this.isDone = false
  }

  protected override render(): TemplateResult {
    const { contact, product } = this.context.text
    const { reset } = contact
    return html`<main id="content">
      <div class="brand">${brandMark}<span>${product}</span></div>
      <div class="intro">
        <h1 tabindex="-1">${reset.title}</h1>
        <p class="muted">${reset.lead}</p>
      </div>
      <section class="card">${this.isDone ? this.#renderDone() : this.#renderForm()}</section>
    </main>`
  }

  #renderForm(): TemplateResult {
    const { contact, signIn } = this.context.text
    const { reset } = contact
    const failure = this.submit.failureOf('reset')
    return html`<form novalidate @submit=${this.#send}>
      ${renderInput(this, {
        name: 'newPassword',
        label: reset.new,
        type: 'password',
        autocomplete: 'new-password',
        hint: signIn.passwordHint,
        failure,
      })}
      ${renderFailure(this, failure)}
      <div class="form-actions">
        ${renderButton({ label: reset.save, kind: 'primary', isBusy: this.submit.pending === 'reset' })}
        ${renderButton({ label: reset.toSignIn, kind: 'quiet', onClick: () => this.context.dropMailLink() })}
      </div>
    </form>`
  }

  #renderDone(): TemplateResult {
    const { reset } = this.context.text.contact
    return html`<div role="status">${renderNote('success', html`<p>${reset.done}</p>`)}</div>
      <div class="form-actions">
        ${renderButton({ label: reset.toSignIn, kind: 'primary', onClick: () => this.context.dropMailLink() })}
      </div>`
  }

  async #send(event: Event): Promise<void> {
    const { client, text, mailLink } = this.context
    const newPassword = readForm(event).raw('newPassword')
    const problem = checkPassword(newPassword, text)
    if (problem !== null || mailLink === null) {
      this.submit.refuse('reset', refuseFields({ newPassword: problem ?? '' }, text))
      await focusFirstInvalid(this)
      return
    }
    const body = { code: mailLink.code, newPassword }
    const answer = await this.submit.run('reset', () => client.contact.resetPassword({ body }))
    this.isDone = answer !== null
  }
}

customElements.define('console-reset-password', ConsoleResetPassword)

declare global {
  interface HTMLElementTagNameMap {
    'console-reset-password': ConsoleResetPassword
  }
}
