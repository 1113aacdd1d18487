import { html, nothing, type TemplateResult } from 'lit'
import { safeUrl } from '../../text/format.ts'
import { renderButton, renderExternalLink, renderLead } from '../shell/elements.ts'
import { flowIcons } from '../shell/flowIcons.ts'
import { renderSupport } from '../shell/renderSupport.ts'
import type { FlowContext, Screen } from '../viewContext.ts'

/**
 * The screen while it is unknown whether the wallet sent the payment. The payer checks again, or discards the attempt, with proof
 * or by confirmation.
 */
export const unknown: Screen<FlowContext> = {
  id: 'unknown',
  heading: ({ text }) => text.unknownTitle,
  body: (context) => {
    const { model, text, names, local } = context
    // If there is proof that nothing was sent, the note states that starting over is safe.
    const warning = model.canDiscard ? '' : text.unknownText(names.wallet)
    return html`${renderLead({ icon: flowIcons.question, tone: 'warning', heading: text.unknownTitle, text: warning })}
      ${renderAccountLink(context)} ${renderSupport(context)}
      ${local.isDiscardAsked ? renderConfirm(context) : renderActions(context)}`
  },
}

/** Once the network shows that nothing was sent, starting over is the only action left; the page still checks the chain. */
function renderActions({ model, text, actions, local }: FlowContext): TemplateResult {
  const { canDiscard } = model
  return html`<div class="actions">
    ${canDiscard ? nothing : renderButton({ label: text.checkAgain, kind: 'primary', onClick: () => actions.checkAgain() })}
    ${renderButton({
      label: text.notSent,
      kind: canDiscard ? 'primary' : 'secondary',
      onClick: () => (canDiscard ? actions.discardAttempt() : local.askDiscard(true)),
    })}
  </div>`
}

function renderConfirm({ text, actions, local }: FlowContext): TemplateResult {
  const confirm = (): void => {
    local.askDiscard(false)
    actions.discardAttempt({ confirmed: true })
  }
  return html`<div class="confirm" role="group" aria-labelledby="confirm-title">
    <h3 id="confirm-title" tabindex="-1">${text.confirmNotSentTitle}</h3>
    <p class="muted">${text.confirmNotSentText}</p>
    <div class="actions pair">
      ${renderButton({ label: text.cancel, kind: 'primary', onClick: () => local.askDiscard(false) })}
      ${renderButton({ label: text.confirmNotSentYes, onClick: confirm })}
    </div>
  </div>`
}

function renderAccountLink(context: FlowContext): TemplateResult | typeof nothing {
  const { model, rail, text } = context
  const explorer = safeUrl(model.payment?.chain.explorerUrl)
  if (!explorer || !model.account) return nothing
  const url = new URL(
    `${rail.accountPath}${model.account.address}`,
    explorer.endsWith('/') ? explorer : `${explorer}/`,
  )
  return html`<p class="small">${renderExternalLink(context, url.href, text.viewAccount)}</p>`
}
