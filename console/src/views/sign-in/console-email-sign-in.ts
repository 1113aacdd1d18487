import { css, html, nothing, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { ConsoleContext } from '../../context.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderInput } from '../../ui/renderField.ts'
import { checkPassword } from '../checkPassword.ts'
import './console-forgotten-password.ts'

/**
 * Signs in with e-mail and password, or opens an account.
 *
 * @event {CustomEvent} pending - The sign-in needs a second factor.
 */
export class ConsoleEmailSignIn extends ConsoleView<ConsoleContext> {
  static override readonly styles = [
    ConsoleView.styles,
    css`
      /* In a narrow column, the buttons wrap to separate lines, aligned with the start of the fields. */
      .form-actions {
        column-gap: 1.25rem;
      }
      .button.quiet {
        padding-inline: 0;
      }
    `,
  ]
  static override readonly properties = {
    ...ConsoleView.properties,
    isNew: { state: true },
    isForgotten: { state: true },
  }

  /** Whether the form opens an account. */
  declare isNew: boolean
  /** Whether the form requests a link to reset the password. */
  declare isForgotten: boolean

  constructor() {
    super()
    this.isNew = false
    this.isForgotten = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.isNew = this.context.invitation !== null
  }

  protected override render(): TemplateResult {
    const { signIn, contact } = this.context.text
    if (this.isForgotten) {
      return html`<console-forgotten-password .context=${this.context} @back=${() => this.#forget(false)}></console-forgotten-password>`
    }
    const failure = this.submit.failureOf('email')
    return html`<form novalidate @submit=${this.#send}>
      ${renderInput(this, { name: 'email', label: signIn.email, type: 'email', autocomplete: 'username', inputMode: 'email', failure })}
      ${renderInput(this, {
        name: 'password',
        label: signIn.password,
        type: 'password',
        autocomplete: this.isNew ? 'new-password' : 'current-password',
        failure,
        ...(this.isNew && { hint: signIn.passwordHint }),
      })}
      ${renderFailure(this, failure)}
      <div class="form-actions">
        ${renderButton({
          label: this.isNew ? signIn.register : signIn.signInButton,
          kind: 'primary',
          isBusy: this.submit.pending === 'email',
        })}
        ${this.#renderOther()}
        ${this.isNew ? nothing : renderButton({ label: contact.forgot.open, kind: 'quiet', onClick: () => this.#forget(true) })}
      </div>
    </form>`
  }

  /** Renders the switch to a new account; hidden from visitors who cannot open an account. */
  #renderOther(): TemplateResult | typeof nothing {
    const { text, settings, invitation } = this.context
    if (settings.registration !== 'open' && invitation === null) return nothing
    return renderButton({
      label: this.isNew ? text.signIn.toSignIn : text.signIn.toRegister,
      kind: 'quiet',
      onClick: () => {
        this.submit.reset()
        this.isNew = !this.isNew
      },
    })
  }

  #forget(isForgotten: boolean): void {
    this.submit.reset()
    this.isForgotten = isForgotten
  }

  async #send(event: Event): Promise<void> {
    const form = readForm(event)
    const body = { email: form.text('email'), password: form.raw('password') }
    const fields = this.#check(body)
    if (Object.keys(fields).length > 0) {
      this.submit.refuse('email', refuseFields(fields, this.context.text))
      await focusFirstInvalid(this)
      return
    }
    const { client, refreshSession, invitation } = this.context
    const answer = await this.submit.run('email', () =>
      this.isNew
        ? client.auth.register({ body: { ...body, ...(invitation !== null && { invitation }) } })
        : client.auth.login({ body }),
    )
    if (answer === null) await focusFirstInvalid(this)
    else if ('secondFactor' in answer) this.dispatchEvent(new CustomEvent('pending'))
    else await refreshSession()
  }

  #check({ email, password }: { email: string; password: string }): Record<string, string> {
    const { signIn, errors } = this.context.text
    const fields: Record<string, string> = {}
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) fields['email'] = signIn.emailInvalid
    // Only a new account's password needs a certain length; at sign-in, the service compares any text.
    const problem = this.isNew ? checkPassword(password, this.context.text) : null
    if (problem !== null) fields['password'] = problem
    else if (password === '') fields['password'] = errors.required
    return fields
  }
}

customElements.define('console-email-sign-in', ConsoleEmailSignIn)

declare global {
  interface HTMLElementTagNameMap {
    'console-email-sign-in': ConsoleEmailSignIn
  }
}
