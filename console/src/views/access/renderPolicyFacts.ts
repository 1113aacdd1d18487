import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { StoredPolicy } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import { renderAddress, renderFact } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'

/** Renders the rules for payers as facts of a list; nothing without a rule. */
export function renderPolicyFacts(
  { context: { text } }: ConsoleView,
  policy: StoredPolicy | null,
): TemplateResult | typeof nothing {
  if (policy === null) return nothing
  const { access } = text
  const { allowedPayerAddresses: payers, hidePayeeAddress, mode } = policy
  const isScreened = mode === 'kyt_all_wallets'
  return html`${renderFact(
    access.title,
    html`${payers === undefined ? access.anyWallet : renderPayers(access.onlyWallets(payers.length), payers)}
      ${isScreened ? html`<p class="hint">${access.screened}</p>` : nothing}`,
  )}
  ${hidePayeeAddress ? renderFact(access.address, access.hidden) : nothing}`
}

/** Renders wallets, folded under a label. */
export function renderPayers(label: string, payers: readonly string[]): TemplateResult {
  return html`<details class="fold">
    <summary>${renderIcon(icons.chevron)}${label}</summary>
    <ul>${payers.map((address) => html`<li>${renderAddress(address)}</li>`)}</ul>
  </details>`
}
