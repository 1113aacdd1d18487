import { html, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { Failure } from '../../failure.ts'
import { renderChoice, renderTextarea } from '../../ui/renderField.ts'
import { MOST_PAYERS } from './readPolicy.ts'

/** The rules for payers with which a form begins. */
export type PolicyDraft = {
  readonly allowedPayerAddresses?: readonly string[] | undefined
  readonly hidePayeeAddress?: boolean | undefined
}

/** Renders the fields of the rules for payers: the wallets that may pay, and whether the receiving address is hidden. */
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
  })}`
}
