import { html, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { ConsoleContext } from '../../context.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import { renderButton, renderFailure, renderNote } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderInput } from '../../ui/renderField.ts'

/** Requests a link that resets a forgotten password. Fires `back` to return to the sign-in. */
export class ConsoleForgottenPassword extends ConsoleView<ConsoleContext> {
  static override readonly properties = { ...ConsoleView.properties, isSent: { state: true } }

  declare isSent: boolean

  constructor() {
    super()
    this.isSent = false
  }

  override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLElement>('input')?.focus()
  }

  protected override render(): TemplateResult {
    const { contact, signIn } = this.context.text
    const { forgot } = contact
    const failure = this.submit.failureOf('forgot')
    return html`<form novalidate @submit=${this.#send}>
      <h3>${forgot.title}</h3>
      <p class="muted">${forgot.lead}</p>
      ${renderInput(this, { name: 'email', label: signIn.email, type: 'email', autocomplete: 'username', inputMode: 'email', failure })}
      ${renderFailure(this, failure)}
      <div role="status">${this.isSent ? renderNote('success', html`<p>${forgot.sent}</p>`) : ''}</div>
      <div class="form-actions">
        ${renderButton({ label: forgot.send, kind: 'primary', isBusy: this.submit.pending === 'forgot' })}
        ${renderButton({
          label: forgot.back,
          kind: 'quiet',
          onClick: () => this.dispatchEvent(new CustomEvent('back')),
        })}
      </div>
    </form>`
  }

  async #send(event: Event): Promise<void> {
    const { client, text } = this.context
    const email = readForm(event).text('email')
    this.isSent = false
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
      this.submit.refuse('forgot', refuseFields({ email: text.signIn.emailInvalid }, text))
      await focusFirstInvalid(this)
      return
    }
    const answer = await this.submit.run('forgot', () =>
      client.contact.requestReset({ body: { email } }),
    )
    this.isSent = answer !== null
  }
}

customElements.define('console-forgotten-password', ConsoleForgottenPassword)

declare global {
  interface HTMLElementTagNameMap {
    'console-forgotten-password': ConsoleForgottenPassword
  }
}
