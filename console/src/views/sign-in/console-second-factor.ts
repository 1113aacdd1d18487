import { html, nothing, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { ConsoleContext } from '../../context.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderRecoveryCodeForm } from '../../ui/renderRecoveryCodeForm.ts'
import { hasPasskeys, provePasskey } from '../../webAuthn.ts'

/**
 * Completes a password or wallet sign-in with a passkey or a recovery code.
 *
 * @event {CustomEvent<boolean>} ended - The sign-in was cancelled (false), or the service has ended it (true).
 */
export class ConsoleSecondFactor extends ConsoleView<ConsoleContext> {
  static override readonly properties = { ...ConsoleView.properties, isByCode: { state: true } }

  /** Whether the person enters a recovery code. */
  declare isByCode: boolean

  constructor() {
    super()
    this.isByCode = !hasPasskeys()
  }

  override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus()
  }

  protected override render(): TemplateResult {
    const { signIn, recovery } = this.context.text.passkeys
    return html`<section class="card" aria-labelledby="second-title">
      <div>
        <h2 id="second-title" tabindex="-1">${signIn.second}</h2>
        <p class="muted">${signIn.secondText}</p>
      </div>
      ${renderFailure(this, this.submit.failureOf('passkey'))}
      <div class="form-actions">
        ${
          hasPasskeys()
            ? renderButton({
                label: signIn.usePasskey,
                kind: 'primary',
                isBusy: this.submit.pending === 'passkey',
                onClick: () => void this.#usePasskey(),
              })
            : nothing
        }
        ${this.isByCode ? nothing : renderButton({ label: recovery.open, kind: 'quiet', onClick: () => void this.#enterCode() })}
      </div>
      ${this.isByCode ? renderRecoveryCodeForm(this, this.#useCode) : nothing}
      <div class="form-actions">
        ${renderButton({ label: signIn.cancel, kind: 'quiet', onClick: () => void this.#cancel() })}
      </div>
    </section>`
  }

  async #enterCode(): Promise<void> {
    this.submit.reset()
    this.isByCode = true
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('input')?.focus()
  }

  async #usePasskey(): Promise<void> {
    const { secondFactor } = this.context.client
    const answer = await this.submit.run('passkey', async () =>
      secondFactor.verify({ body: await provePasskey(await secondFactor.start()) }),
    )
    await this.#follow(answer !== null)
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
    const answer = await this.submit.run('code', () =>
      client.secondFactor.verify({ body: { recoveryCode } }),
    )
    await this.#follow(answer !== null)
  }

  async #follow(isSignedIn: boolean): Promise<void> {
    if (isSignedIn) await this.context.refreshSession()
    else if (this.submit.failure?.code === 'sign_in_ended') this.#end(true)
  }

  async #cancel(): Promise<void> {
    // If this call fails, the service still ends the sign-in within five minutes.
    await this.submit.run('cancel', () => this.context.client.secondFactor.drop())
    this.#end(false)
  }

  #end(isTimeout: boolean): void {
    this.dispatchEvent(new CustomEvent('ended', { detail: isTimeout }))
  }
}

customElements.define('console-second-factor', ConsoleSecondFactor)

declare global {
  interface HTMLElementTagNameMap {
    'console-second-factor': ConsoleSecondFactor
  }
}
