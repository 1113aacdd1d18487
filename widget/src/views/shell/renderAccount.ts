import { html, nothing, type TemplateResult } from 'lit'
import { maskAddress } from '../../text/address.ts'
import { plainText } from '../../text/format.ts'
import type { FlowContext } from '../viewContext.ts'
import { renderWalletIcon } from './elements.ts'

/** Renders the connected account, with a way to choose another wallet unless the screen has its own. */
export function renderAccount(
  context: FlowContext,
  hasOwnWay = false,
): TemplateResult | typeof nothing {
  const { model, text, actions } = context
  if (!model.account) return nothing
  const { name, id } = model.account.wallet
  const icon = model.wallets.find((wallet) => wallet.id === id)?.icon ?? null
  return html`<div part="account" class="account">
    <span>${renderWalletIcon(name, icon)}<bdi>${plainText(name)} <span>${maskAddress(model.account.address)}</span></bdi></span>
    ${hasOwnWay ? nothing : html`<button part="button button-secondary" class="link" type="button" @click=${() => actions.disconnect()}>${text.changeWallet}</button>`}
  </div>`
}
