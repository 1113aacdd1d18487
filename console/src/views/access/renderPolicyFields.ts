import { html, nothing, type TemplateResult } from 'lit'
import type { StoredPolicy } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { Failure } from '../../failure.ts'
import { renderChoice, renderTextarea } from '../../ui/renderField.ts'
import { MOST_PAYERS } from './readPolicy.ts'

/** The rules for payers with which a form begins. */
export type PolicyDraft = {
  readonly allowedPayerAddresses?: readonly string[] | undefined
  readonly hidePayeeAddress?: boolean | undefined
  readonly mode?: StoredPolicy['mode'] | undefined
}

/**
 * Renders the fields of the rules for payers: the wallets that may pay, and whether the receiving address is hidden. A required screening
 * has no choice: it stays.
 */
export function renderPolicyFields(
  view: ConsoleView,
  { draft, failure }: { readonly draft: PolicyDraft; readonly failure: Failure | null },
): TemplateResult {
  const { access } = view.context.text
  return html`${renderTextarea(view, {
    name: 'accessPolicy',
    label: access.wallets,
    hint: access.walletsHint(MOST_PAYERS),
    value: (draft.allowedPayerAddresses ?? []).join('\n'),
    isOptional: true,
    failure,
  })}
  ${renderChoice({
    type: 'checkbox',
    name: 'hidePayee',
    value: 'yes',
    label: access.hide,
    hint: access.hideHint,
    isChecked: draft.hidePayeeAddress === true,
  })}
  ${
    draft.mode === 'kyt_all_wallets'
      ? html`<p class="hint">${access.screened}</p><input type="hidden" name="isScreened" value="yes" />`
      : nothing
  }`
}
