import { html, nothing, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderInput } from '../../ui/renderField.ts'
import { renderRecoveryCodeForm } from '../../ui/renderRecoveryCodeForm.ts'
import { provePasskey } from '../../webAuthn.ts'

/** The ways in which the member can confirm. */
export type ConfirmWays = {
  readonly passkey: boolean
  readonly recoveryCode: boolean
  readonly password: boolean
}

/**
 * Confirms that the signed-in person is the member, before a passkey change.
 *
 * @event {CustomEvent} confirmed - The service has accepted the proof.
 */
export class ConsoleConfirmSession extends ConsoleView<SignedInContext> {
  static override readonly properties = {
    ...ConsoleView.properties,
    ways: { attribute: false },
  }

  declare ways: ConfirmWays

  constructor() {
    super()
    this.ways = { passkey: false, recoveryCode: false, password: false }
  }

  protected override render(): TemplateResult {
    const { confirm } = this.context.text.passkeys
    const { passkey, recoveryCode, password } = this.ways
    if (!passkey && !recoveryCode && !password) return this.#renderSignIn()
    return html`<div class="stack">
      <p>${confirm.text}</p>
      ${passkey ? this.#renderPasskey() : nothing}
      ${password ? this.#renderPassword() : nothing}
      ${recoveryCode ? renderRecoveryCodeForm(this, this.#useCode) : nothing}
    </div>`
  }

  /**
   * Renders the only option for a member without a passkey, recovery code or password: a new sign-in, which is also a
   * proof.
   */
  #renderSignIn(): TemplateResult {
    const { text, signOut } = this.context
    const { confirm } = text.passkeys
    return html`<div class="stack">
      <p>${confirm.signIn}</p>
      <div class="form-actions end">
        ${renderButton({ label: confirm.signInAgain, kind: 'primary', onClick: () => void signOut() })}
      </div>
    </div>`
  }

  #renderPasskey(): TemplateResult {
    const { confirm } = this.context.text.passkeys
    return html`${renderFailure(this, this.submit.failureOf('passkey'))}
      <div class="form-actions">
        ${renderButton({
          label: confirm.passkey,
          kind: 'primary',
          isBusy: this.submit.pending === 'passkey',
          onClick: () => void this.#usePasskey(),
        })}
      </div>`
  }

  #renderPassword(): TemplateResult {
    const { confirm } = this.context.text.passkeys
    const failure = this.submit.failureOf('password')
    return html`<form novalidate @submit=${this.#usePassword}>
      ${renderInput(this, { name: 'password', label: confirm.password, type: 'password', autocomplete: 'current-password', failure })}
      ${renderFailure(this, failure)}
      <div class="form-actions">
        ${renderButton({ label: confirm.withPassword, isBusy: this.submit.pending === 'password' })}
      </div>
    </form>`
  }

  async #usePasskey(): Promise<void> {
    const { secondFactor } = this.context.client
    const confirmed = await this.submit.run('passkey', async () =>
      secondFactor.confirm({ body: await provePasskey(await secondFactor.startConfirmation()) }),
    )
    if (confirmed !== null) this.#tell()
  }

  async #usePassword(event: Event): Promise<void> {
    const { client, text } = this.context
    const password = readForm(event).raw('password')
    if (password === '') {
      this.submit.refuse('password', refuseFields({ password: text.errors.required }, text))
      await focusFirstInvalid(this)
      return
    }
    const confirmed = await this.submit.run('password', () =>
      client.secondFactor.confirm({ body: { password } }),
    )
    if (confirmed !== null) return this.#tell()
    if (this.submit.failure?.code === 'wrong_credentials') {
      const { wrongPassword } = text.passkeys.confirm
      this.submit.refuse('password', refuseFields({ password: wrongPassword }, text))
    }
    await focusFirstInvalid(this)
  }

  async #useCode(event: Event): Promise<void> {
    const { client, text } = this.context
    const recoveryCode = readForm(event).text('recoveryCode')
    if (recoveryCode === '') {
      const { missing } = text.passkeys.recovery
      this.submit.refuse('code', refuseFields({ recoveryCode: missing }, text))
      await focusFirstInvalid(this)
      return
    }
    const confirmed = await this.submit.run('code', () =>
      client.secondFactor.confirm({ body: { recoveryCode } }),
    )
    if (confirmed !== null) this.#tell()
  }

  #tell(): void {
    this.dispatchEvent(new CustomEvent('confirmed'))
  }
}

customElements.define('console-confirm-session', ConsoleConfirmSession)

declare global {
  interface HTMLElementTagNameMap {
    'console-confirm-session': ConsoleConfirmSession
  }
}
