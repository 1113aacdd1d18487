import { html, type TemplateResult } from 'lit'
import type { ConsoleView } from '../ConsoleView.ts'
import type { ConsoleContext } from '../context.ts'
import { renderButton, renderFailure } from './elements.ts'
import { renderInput } from './renderField.ts'

/** Renders the form in which a person enters a recovery code. The view runs its call under the name `code`. */
export function renderRecoveryCodeForm(
  view: ConsoleView<ConsoleContext>,
  onSubmit: (event: Event) => void,
): TemplateResult {
  const { recovery } = view.context.text.passkeys
  const failure = view.submit.failureOf('code')
  return html`<form novalidate @submit=${onSubmit}>
    ${renderInput(view, { name: 'recoveryCode', label: recovery.label, hint: recovery.hint, isMono: true, maxLength: 60, failure })}
    ${renderFailure(view, failure)}
    <div class="form-actions">
      ${renderButton({ label: recovery.send, isBusy: view.submit.pending === 'code' })}
    </div>
  </form>`
}
