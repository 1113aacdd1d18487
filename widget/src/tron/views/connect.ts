import { html, nothing } from 'lit'
import { isPayout } from '../../views/payment.ts'
import { renderButton, renderExternalLink, renderLead } from '../../views/shell/elements.ts'
import { icons } from '../../views/shell/icons.ts'
import type { FlowContext, Screen } from '../../views/viewContext.ts'
import type { TronKit } from './tronScreens.ts'

/** TronLink's site, and the list of wallets on the network's own site. */
const TRONLINK_URL = 'https://www.tronlink.org/'
const WALLETS_URL = 'https://tron.network/wallet'

/** The wallets that can pay on Tron; without any, links to get one. */
export function createConnect({ parts, screens, words }: TronKit): Screen<FlowContext> {
  const { connect } = parts.screens
  return {
    ...connect,
    body: (context) => {
      const { model, text, settings, local } = context
      const own = isPayout(model) ? screens.connect : connect
      if (model.wallets.length > 0) return (own ?? connect).body(context)
      return html`<slot name="before-options"></slot>
        ${renderLead({ icon: icons.wallet, heading: text.noWalletTitle, text: text.noWalletText })}
        <p>${renderExternalLink(context, TRONLINK_URL, words.getWallet)}</p>
        <p>${renderExternalLink(context, WALLETS_URL, words.otherWallets)}</p>
        ${settings.hostedUrl === null ? nothing : html`<div class="actions">${renderButton({ label: text.phoneWallet, onClick: local.openPhone })}</div>`}`
    },
  }
}
