import { html, nothing, type TemplateResult } from 'lit'
import type { WalletInfo } from '../../model.ts'
import { plainText } from '../../text/format.ts'
import {
  renderCopyButton,
  renderExternalLink,
  renderHeading,
  renderLead,
  renderWalletIcon,
} from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import type { Screen, ViewContext } from '../viewContext.ts'

/** The wallets of this browser, the last used one first; without any, where to get one. */
export const connect: Screen = {
  id: 'connect',
  heading: ({ model, text }) => (model.wallets.length > 0 ? text.connectTitle : text.noWalletTitle),
  body: (context) =>
    context.model.wallets.length > 0 ? renderWallets(context) : renderNoWallet(context),
}

function renderWallets(context: ViewContext): TemplateResult {
  const { model, text, local, settings } = context
  return html`${renderHeading(text.connectTitle)}
    <slot name="before-options"></slot>
    <ul part="wallets" class="choices" @pointerenter=${local.warmUp} @focusin=${local.warmUp}>
      ${model.wallets.map((wallet) => html`<li>${renderWallet(context, wallet)}</li>`)}
      ${settings.hostedUrl || settings.walletConnect ? html`<li>${renderPhone(context)}</li>` : nothing}
    </ul>
    <div class="assurance">${renderIcon(icons.shield)}<p>${text.connectPromise}</p></div>
    <details>
      <summary>${renderIcon(icons.chevron, 'small directional')}${text.whatIsWallet}</summary>
      <p class="muted small">${text.whatIsWalletText}</p>
    </details>
    ${renderPayPage(context)}`
}

function renderWallet({ actions, text }: ViewContext, wallet: WalletInfo): TemplateResult {
  return html`<button part="wallet" class="choice" type="button" @click=${() => actions.connect(wallet.id)}>
    ${renderWalletIcon(wallet.name, wallet.icon)}
    <bdi part="wallet-name" class="grow name">${plainText(wallet.name)}</bdi>
    ${wallet.isLastUsed ? html`<span class="badge">${text.lastUsed}</span>` : nothing}
    ${renderIcon(icons.chevron, 'chevron directional')}
  </button>`
}

function renderPhone({ local, text }: ViewContext): TemplateResult {
  return html`<button part="wallet phone" class="choice" type="button" @click=${local.openPhone}>
    <span part="wallet-icon" class="wallet-icon monogram">${renderIcon(icons.phone)}</span>
    <span part="wallet-name" class="grow name">${text.phoneWallet}</span>
    ${renderIcon(icons.chevron, 'chevron directional')}
  </button>`
}

function renderNoWallet(context: ViewContext): TemplateResult {
  const { text } = context
  return html`<slot name="before-options"></slot>
    ${renderLead({ icon: icons.wallet, heading: text.noWalletTitle, text: text.noWalletText })}
    <p>${renderExternalLink(context, FIND_WALLET_URL, text.findWallet)}</p>
    ${renderPayPage(context)}`
}

function renderPayPage(context: ViewContext): TemplateResult | typeof nothing {
  const { text, settings } = context
  const url = settings.payPageUrl
  if (!url) return nothing
  return html`<div class="account">${renderExternalLink(context, url, text.openPayPage)}${renderCopyButton(context, url, text.copyLink)}</div>`
}

/** A neutral list of wallets, kept by the Ethereum Foundation. */
const FIND_WALLET_URL = 'https://ethereum.org/wallets/find-wallet/'
