import { html, nothing, type TemplateResult } from 'lit'
import type { StoredPolicy } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { Failure } from '../../failure.ts'
import { renderChoice, renderTextarea } from '../../ui/renderField.ts'
import { MOST_PAYERS } from './readPolicy.ts'
import { renderPayers } from './renderPolicyFacts.ts'
import type { RouteRules } from './routeRules.ts'

/** The rules for payers with which a form begins. */
export type PolicyDraft = {
  readonly allowedPayerAddresses?: readonly string[] | undefined
  readonly hidePayeeAddress?: boolean | undefined
  readonly mode?: StoredPolicy['mode'] | undefined
}

/**
 * Renders the fields of the rules for payers: the wallets that may pay, and whether the receiving address is hidden. A required screening
 * has no choice: it stays. `route` has the rules of a link's route, which also apply to the link.
 */
export function renderPolicyFields(
  view: ConsoleView,
  {
    draft,
    failure,
    route = null,
  }: {
    readonly draft: PolicyDraft
    readonly failure: Failure | null
    readonly route?: RouteRules
  },
): TemplateResult {
  const { access } = view.context.text
  const known = route === 'unknown' ? null : route
  const admitted = known?.allowedPayerAddresses
  return html`${route === 'unknown' ? html`<p class="hint">${access.routeUnknown}</p>` : nothing}
  ${admitted === undefined ? nothing : renderPayers(access.routeWallets(admitted.length), admitted)}
  ${renderTextarea(view, {
    name: 'accessPolicy',
    label: access.wallets,
    hint:
      admitted === undefined ? access.walletsHint(MOST_PAYERS) : access.walletsOfRoute(MOST_PAYERS),
    value: (draft.allowedPayerAddresses ?? []).join('\n'),
    isOptional: true,
    failure,
  })}
  ${known?.hidePayeeAddress ? renderHidden(access.routeHides, draft) : renderHide(view, draft)}
  ${
    draft.mode === 'kyt_all_wallets'
      ? html`<p class="hint">${access.screened}</p><input type="hidden" name="isScreened" value="yes" />`
      : nothing
  }`
}

function renderHide({ context }: ConsoleView, draft: PolicyDraft): TemplateResult {
  const { access } = context.text
  return renderChoice({
    type: 'checkbox',
    name: 'hidePayee',
    value: 'yes',
    label: access.hide,
    hint: access.hideHint,
    isChecked: draft.hidePayeeAddress === true,
  })
}

/** Renders the statement that the route hides the address, so that the link has no choice. */
function renderHidden(statement: string, { hidePayeeAddress }: PolicyDraft): TemplateResult {
  return html`<p class="hint">${statement}</p>
    ${hidePayeeAddress ? html`<input type="hidden" name="hidePayee" value="yes" />` : nothing}`
}
