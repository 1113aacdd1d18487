import { html, nothing, type TemplateResult } from 'lit'
import type { WalletInfo } from '../../accountInfo.ts'
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

/** The screen with this browser's wallets, the last used one first; if there are none, it links to wallets to install. */
export const connect: Screen = {
  id: 'connect',
  heading: ({ model, text }) => (model.wallets.length > 0 ? text.connectTitle : text.noWalletTitle),
  body: (context) =>
    context.model.wallets.length > 0 ? renderWallets(context) : renderNoWallet(context),
}

function renderWallets(context: ViewContext): TemplateResult {
  const { model, text, local } = context
  const early = local.keepEarly(model.wallets)
  const found = local.filterWallets(model.wallets)
  const isSearching = local.areOthersShown && local.walletQuery !== ''
  return html`${renderHeading(text.connectTitle)}
    <slot name="before-options"></slot>
    <div class="wallets" @pointerenter=${local.warmUp} @focusin=${local.warmUp}>
      ${local.areOthersShown ? local.renderSearch(context, found.length) : nothing}
      <ul part="wallets" class="choices" ?hidden=${found.length === 0}>${renderRows(context, isSearching ? found : early.slice(0, MAX_SHOWN))}</ul>
      ${isSearching ? nothing : renderOthers(context, early)}
    </div>
    <div class="assurance">${renderIcon(icons.shield)}<p>${text.connectPromise}</p></div>
    <div class="line">
      <details>
        <summary>${renderIcon(icons.chevron, 'small directional')}${text.whatIsWallet}</summary>
        <p class="muted small">${text.whatIsWalletText}</p>
      </details>
      ${renderPayPage(context)}
    </div>`
}

function renderRows(context: ViewContext, wallets: readonly WalletInfo[]): TemplateResult[] {
  return wallets.map((wallet) => html`<li>${renderWallet(context, wallet)}</li>`)
}

/**
 * Renders the rows for the phone, the late wallets and the other wallets. A wallet that announces itself late gets a free row, so that no
 * row moves.
 */
function renderOthers(
  context: ViewContext,
  early: readonly WalletInfo[],
): TemplateResult | typeof nothing {
  const { model, settings, local } = context
  const hasPhone = settings.hostedUrl ?? settings.walletConnect
  const late = model.wallets.filter((one) => !early.includes(one))
  const free = Math.max(MAX_SHOWN - early.length, 0)
  const others = [...early.slice(MAX_SHOWN), ...late.slice(free)]
  const hasOthers = others.length > 0
  if (!hasPhone && !hasOthers && late.length === 0) return nothing
  return html`<ul part="wallets" class="choices elsewhere">
    ${hasPhone ? html`<li class=${hasOthers ? 'half' : ''}>${renderPhone(context)}</li>` : nothing}
    ${hasOthers ? html`<li class="half others">${renderMore(context, others.length)}</li>` : nothing}
    ${local.areOthersShown ? renderRows(context, others) : nothing}${renderRows(context, late.slice(0, free))}
  </ul>`
}

function renderWallet({ actions, local, text }: ViewContext, wallet: WalletInfo): TemplateResult {
  return html`<button part="wallet" class="choice" type="button" @click=${() => actions.connect(wallet.id)}>
    ${renderWalletIcon(wallet.name, local.findIcon(wallet))}
    <span class="grow line">
      <bdi part="wallet-name" class="name">${plainText(wallet.name)}</bdi>
      ${wallet.isLastUsed ? html`<span class="badge">${text.lastUsed}</span>` : nothing}
    </span>
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

function renderMore({ local, text, format }: ViewContext, count: number): TemplateResult {
  return html`<button part="wallet others" class="choice" type="button" aria-expanded=${local.areOthersShown} @click=${local.toggleOthers}>
    <span part="wallet-icon" class="wallet-icon monogram" dir="ltr">+${format.count(count)}</span>
    <span part="wallet-name" class="grow name">${text.otherWallets}</span>
  </button>`
}

function renderNoWallet(context: ViewContext): TemplateResult {
  const { text } = context
  return html`<slot name="before-options"></slot>
    ${renderLead({ icon: icons.wallet, heading: text.noWalletTitle, text: text.noWalletText })}
    ${context.local.renderLinks(context)}
    <p>${renderExternalLink(context, FIND_WALLET_URL, text.findWallet)}</p>
    ${renderPayPage(context)}`
}

function renderPayPage(context: ViewContext): TemplateResult | typeof nothing {
  const { text, settings } = context
  const url = settings.payPageUrl
  if (!url) return nothing
  return html`<div class="account">${renderExternalLink(context, url, text.openPayPage)}${renderCopyButton(context, url, text.copyLink)}</div>`
}

/** The number of wallets with their own row, which the reserved height fits. */
const MAX_SHOWN = 3

/** A neutral list of wallets, maintained by the Ethereum Foundation. */
const FIND_WALLET_URL = 'https://ethereum.org/wallets/find-wallet/'
