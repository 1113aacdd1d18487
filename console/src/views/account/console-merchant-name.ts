import { html, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderInput } from '../../ui/renderField.ts'

const MAX_LENGTH = 100

/** The name that payers see. */
export class ConsoleMerchantName extends ConsoleView<SignedInContext> {
  protected override render(): TemplateResult {
    const { merchantName } = this.context.text
    const failure = this.submit.failureOf('name')
    return html`<form novalidate @submit=${this.#send}>
      ${renderInput(this, {
        name: 'name',
        label: merchantName.label,
        hint: merchantName.hint,
        value: this.context.session.tenantName,
        autocomplete: 'organization',
        maxLength: MAX_LENGTH,
        failure,
      })}
      ${renderFailure(this, failure)}
      <div class="form-actions">
        ${renderButton({ label: merchantName.save, kind: 'primary', isBusy: this.submit.pending === 'name' })}
      </div>
    </form>`
  }

  async #send(event: Event): Promise<void> {
    const { client, announce, text, refreshSession } = this.context
    const body = { name: readForm(event).text('name') }
    // Empty text removes an existing name.
    if (body.name === '' && this.context.session.tenantName === '') {
      this.submit.refuse('name', refuseFields({ name: text.errors.required }, text))
      await focusFirstInvalid(this)
      return
    }
    const answer = await this.submit.run('name', () => client.tenant.update({ body }))
    if (answer === null) {
      await focusFirstInvalid(this)
      return
    }
    announce(text.merchantName.saved)
    await refreshSession()
  }
}

customElements.define('console-merchant-name', ConsoleMerchantName)

declare global {
  interface HTMLElementTagNameMap {
    'console-merchant-name': ConsoleMerchantName
  }
}
