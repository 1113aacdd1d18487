import { html, nothing, type TemplateResult } from 'lit'
import type { WalletsText } from '../../text/text.ts'
import { drawIcon } from '../../wallets/known/walletIcons.ts'
import {
  renderButton,
  renderExternalLink,
  renderHeading,
  renderWalletIcon,
} from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import type { Screen, ViewContext } from '../viewContext.ts'
import { renderCopy } from './renderCopy.ts'
import type { WaysView } from './Ways.ts'
import { findWalletApps, type WalletApp } from './walletApps.ts'

/**
 * Creates the screen of a phone's browser: the apps that can open the payment in their own browser. A browser with a wallet shows it on the
 * payer's press, with a way back.
 */
export function createAppsScreen(view: WaysView): Screen {
  return {
    id: view.isChosen ? 'phone' : 'connect',
    heading: () => view.words.mobileTitle,
    announcement: () => {
      const { words } = view
      return view.unopened ? words.notOpened(view.unopened.name) : words.mobileTitle
    },
    body: (context) => {
      const { model, settings, rail } = context
      const { words } = view
      const url = settings.hostedUrl ?? ''
      const network = model.payment && { id: model.payment.network, family: rail.family }
      const apps = network ? findWalletApps(url, network, view.allowed) : []
      return html`<div class="lead">
          ${renderHeading(words.mobileTitle)}
          <p>${apps.length > 0 ? words.mobileText : words.notOpenedText}</p>
        </div>
        <slot name="before-options"></slot>
        ${view.unopened ? renderUnopened(context, view.unopened, words) : nothing}
        ${apps.length > 0 || view.canPair ? renderList(view, apps) : nothing}
        <div class="actions">
          ${renderCopy(context, url, words.copyPage)}
          ${view.isChosen ? renderButton({ label: context.text.otherWallets, kind: 'quiet', onClick: view.back }) : nothing}
        </div>`
    },
  }
}

function renderList(view: WaysView, apps: readonly WalletApp[]): TemplateResult {
  return html`<ul part="wallets" class="choices">
    ${apps.map((app) => html`<li>${renderApp(view, app)}</li>`)}
    ${view.canPair ? html`<li>${renderWalletConnect(view, view.words)}</li>` : nothing}
  </ul>`
}

/** Without the app, a universal link opens the wallet's website, so it opens in a new tab and this page remains. */
function renderApp(view: WaysView, app: WalletApp): TemplateResult {
  const target = app.href.startsWith('https:') ? '_blank' : nothing
  return html`<a part="wallet" class="choice" href=${app.href} target=${target} rel="noopener noreferrer" @click=${() => view.tryApp(app)}>
    ${renderWalletIcon(app.name, app.icon)}
    <bdi part="wallet-name" class="grow name">${app.name}</bdi>
    ${renderIcon(icons.external, 'chevron directional')}
  </a>`
}

function renderWalletConnect(view: WaysView, words: WalletsText): TemplateResult {
  return html`<button part="wallet" class="choice" type="button" @click=${() => view.choose('walletconnect')}>
    ${renderWalletIcon(words.walletConnect, drawIcon('walletConnect'))}
    <bdi part="wallet-name" class="grow name">${words.walletConnect}</bdi>
    ${renderIcon(icons.chevron, 'chevron directional')}
  </button>`
}

function renderUnopened(context: ViewContext, app: WalletApp, words: WalletsText): TemplateResult {
  return html`<div part="note" class="note info">
    ${renderIcon(icons.info)}
    <div>
      <h3 id="not-opened" tabindex="-1">${words.notOpened(app.name)}</h3>
      <p>${words.notOpenedText}</p>
      <p>${renderExternalLink(context, app.installUrl, words.install(app.name))}</p>
    </div>
  </div>`
}
