import { html, nothing } from 'lit'
import type { TronText } from '../../text/text.ts'
import { connect } from '../../views/connect/connect.ts'
import { isPayout } from '../../views/payment.ts'
import { connectPayout } from '../../views/payout/connectPayout.ts'
import { renderButton, renderExternalLink, renderLead } from '../../views/shell/elements.ts'
import { icons } from '../../views/shell/icons.ts'
import type { FlowContext, Screen } from '../../views/viewContext.ts'

/** The list of wallets on Tron's own site. */
const WALLETS_URL = 'https://tron.network/wallet'

/** Returns the wallets that can pay on Tron; if there are none, links to get one. */
export function createConnect(words: TronText): Screen<FlowContext> {
  return {
    ...connect,
    body: (context) => {
      const { model, text, settings, local } = context
      const own = isPayout(model) ? connectPayout : connect
      if (model.wallets.length > 0) return own.body(context)
      return html`<slot name="before-options"></slot>
        ${renderLead({ icon: icons.wallet, heading: text.noWalletTitle, text: text.noWalletText })}
        ${local.renderLinks(context)}
        <p>${renderExternalLink(context, WALLETS_URL, words.otherWallets)}</p>
        ${settings.hostedUrl === null ? nothing : html`<div class="actions">${renderButton({ label: text.phoneWallet, onClick: local.openPhone })}</div>`}`
    },
  }
}
