import { html, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderInput } from '../../ui/renderField.ts'
import { checkPassword } from '../checkPassword.ts'

/** Changes an account's password. */
export class ConsolePassword extends ConsoleView<SignedInContext> {
  protected override render(): TemplateResult {
    const { account, signIn } = this.context.text
    const failure = this.submit.failureOf('password')
    return html`<form novalidate @submit=${this.#send}>
      ${renderInput(this, { name: 'currentPassword', label: account.current, type: 'password', autocomplete: 'current-password', failure })}
      ${renderInput(this, { name: 'newPassword', label: account.new, type: 'password', autocomplete: 'new-password', hint: signIn.passwordHint, failure })}
      ${renderFailure(this, failure)}
      <div class="form-actions">
        ${renderButton({ label: account.change, isBusy: this.submit.pending === 'password' })}
      </div>
    </form>`
  }

  async #send(event: Event): Promise<void> {
    const { client, announce, text } = this.context
    const { currentTarget } = event
    const form = readForm(event)
    const body = {
      currentPassword: form.raw('currentPassword'),
      newPassword: form.raw('newPassword'),
    }
    const problem = checkPassword(body.newPassword, text)
    const fields: Record<string, string> = {}
    if (body.currentPassword === '') fields['currentPassword'] = text.errors.required
    if (problem !== null) fields['newPassword'] = problem
    if (Object.keys(fields).length > 0) {
      this.submit.refuse('password', refuseFields(fields, this.context.text))
      await focusFirstInvalid(this)
      return
    }
    const answer = await this.submit.run('password', () => client.auth.changePassword({ body }))
    if (answer === null) {
      // The current password is the only credential in this form.
      if (this.submit.failure?.code === 'wrong_credentials') {
        const fields = { currentPassword: text.account.wrongCurrent }
        this.submit.refuse('password', refuseFields(fields, text))
      }
      await focusFirstInvalid(this)
      return
    }
    if (currentTarget instanceof HTMLFormElement) currentTarget.reset()
    announce(text.account.changed)
  }
}

customElements.define('console-password', ConsolePassword)

declare global {
  interface HTMLElementTagNameMap {
    'console-password': ConsolePassword
  }
}
