import { html, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { ConsoleContext } from '../../context.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { provePasskey } from '../../webAuthn.ts'

/** Signs in with a passkey alone. */
export class ConsolePasskeySignIn extends ConsoleView<ConsoleContext> {
  protected override render(): TemplateResult {
    const { signIn } = this.context.text.passkeys
    return html`<div class="stack">
      ${renderFailure(this, this.submit.failureOf('passkey'))}
      <div class="form-actions">
        ${renderButton({
          label: signIn.button,
          isBusy: this.submit.pending === 'passkey',
          onClick: () => void this.#signIn(),
        })}
      </div>
    </div>`
  }

  async #signIn(): Promise<void> {
    const { client, refreshSession } = this.context
    const answer = await this.submit.run('passkey', async () =>
      client.passkeys.signIn({ body: await provePasskey(await client.passkeys.startSignIn()) }),
    )
    if (answer !== null) await refreshSession()
  }
}

customElements.define('console-passkey-sign-in', ConsolePasskeySignIn)

declare global {
  interface HTMLElementTagNameMap {
    'console-passkey-sign-in': ConsolePasskeySignIn
  }
}
