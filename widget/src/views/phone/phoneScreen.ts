import { html, nothing, type TemplateResult } from 'lit'
import type { WalletsText } from '../../text/text.ts'
import { renderButton, renderExternalLink, renderHeading } from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import type { Screen, ViewContext } from '../viewContext.ts'
import { isMobile } from './isMobile.ts'
import { renderCopy } from './renderCopy.ts'
import { renderQr } from './renderQr.ts'
import type { WaysView } from './Ways.ts'

/**
 * Creates the screen with the code that opens the payment on a phone, and the code that connects a wallet through
 * WalletConnect.
 */
export function createPhoneScreen(view: WaysView): Screen {
  return {
    id: 'phone',
    heading: () => view.words.phoneTitle,
    announcement: () => announce(view),
    body: (context) => {
      const { words } = view
      return html`<div class="lead">
          ${renderHeading(words.phoneTitle)}
          <p>${describe(view, words)}</p>
        </div>
        <slot name="before-options"></slot>
        ${renderTabs(view, words)}
        <div class="phone" id="way" role=${hasTabs(view) ? 'tabpanel' : 'group'} aria-label=${view.tab === 'scan' ? words.scan : words.walletConnect}>
          ${view.tab === 'scan' ? renderPage(context, words) : renderPairing(context, view, words)}
        </div>
        ${renderElsewhere(context, view)}`
    },
  }
}

function announce({ tab, pairing, words }: WaysView): string {
  const failure = tab === 'scan' ? undefined : failuresIn(words)[pairing.kind]
  return failure ? `${failure.heading}. ${failure.text}` : words.phoneTitle
}

function describe({ tab, isChosen }: WaysView, words: WalletsText): string {
  if (tab === 'walletconnect') return isMobile() ? words.connectHereText : words.connectText
  return isChosen ? words.phoneText : words.phoneOnlyText
}

function hasTabs({ canScan, canPair }: WaysView): boolean {
  return canScan && canPair
}

function renderTabs(view: WaysView, words: WalletsText): TemplateResult | typeof nothing {
  if (!hasTabs(view)) return nothing
  const onKeydown = ({ key, currentTarget }: KeyboardEvent): void => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    // Moves the focus to the other one of the two tabs.
    if (currentTarget instanceof Element) {
      currentTarget.querySelector<HTMLElement>('[tabindex="-1"]')?.focus()
    }
    view.choose(view.tab === 'scan' ? 'walletconnect' : 'scan')
  }
  const tab = (id: WaysView['tab'], label: string): TemplateResult =>
    html`<button class="tab" type="button" role="tab" aria-selected=${view.tab === id} aria-controls="way" tabindex=${view.tab === id ? 0 : -1} @click=${() => view.choose(id)}>${label}</button>`
  return html`<div class="tabs" role="tablist" aria-label=${words.ways} @keydown=${onKeydown}>
    ${tab('scan', words.scan)}${tab('walletconnect', words.walletConnect)}
  </div>`
}

function renderPage(context: ViewContext, words: WalletsText): TemplateResult {
  const url = context.settings.hostedUrl ?? ''
  return html`${renderQr(url, words.qrOfPage)}
    ${renderWaiting(words.waitingForPhone)}
    <div class="actions">${renderCopy(context, url, words.copyPage)}</div>`
}

function renderPairing(
  context: ViewContext,
  { pairing, pairAgain }: WaysView,
  words: WalletsText,
): TemplateResult {
  const failure = failuresIn(words)[pairing.kind]
  if (failure) {
    return html`<div class="code"><div class="failure">
        <div class="lead-icon warning">${renderIcon(failure.icon)}</div>
        <h3>${failure.heading}</h3>
        <p>${failure.text}</p>
      </div></div>
      <div class="actions">${renderButton({ label: words.tryAgain, kind: 'primary', onClick: pairAgain })}</div>`
  }
  const uri = pairing.kind === 'waiting' ? pairing.uri : null
  return html`${isMobile() ? nothing : renderCode(uri, words)}
    ${renderWaiting(uri === null ? words.opening : words.waitingForWallet)}
    <div class="actions">
      ${uri !== null && isMobile() ? html`<a part="button" class="button primary" href=${uri}>${words.openWallet}</a>` : nothing}
      ${uri === null ? nothing : renderCopy(context, uri, words.copyCode)}
    </div>`
}

function renderCode(uri: string | null, words: WalletsText): unknown {
  return uri === null ? html`<div class="code skeleton"></div>` : renderQr(uri, words.qrOfWallet)
}

/** Returns the texts for a failed connection, by the kind of failure. */
function failuresIn(words: WalletsText) {
  const failures: Readonly<
    Record<string, { heading: string; text: string; icon: typeof icons.clock }>
  > = {
    expired: { heading: words.expiredTitle, text: words.expiredText, icon: icons.clock },
    rejected: { heading: words.declinedTitle, text: words.declinedText, icon: icons.info },
    unreachable: {
      heading: words.unreachableTitle,
      text: words.unreachableText,
      icon: icons.offline,
    },
  }
  return failures
}

function renderWaiting(text: string): TemplateResult {
  return html`<div class="waiting"><span part="spinner" class="spinner" aria-hidden="true"></span>${text}</div>`
}

/** Renders a button that returns to the wallets; if there are none, a link to wallets to install. */
function renderElsewhere(context: ViewContext, view: WaysView): unknown {
  if (view.isChosen) {
    return html`<div class="actions">${renderButton({ label: context.text.otherWallets, kind: 'quiet', onClick: view.back })}</div>`
  }
  const links = context.local.renderLinks(context, false)
  const more = html`<p class="small">${renderExternalLink(context, FIND_WALLET_URL, context.text.findWallet)}</p>`
  if (links === null) return more
  return html`<details>
    <summary>${renderIcon(icons.chevron, 'small directional')}${view.words.getWallet}</summary>
    ${links}${more}
  </details>`
}

/** A neutral list of wallets, maintained by the Ethereum Foundation. */
const FIND_WALLET_URL = 'https://ethereum.org/wallets/find-wallet/'
