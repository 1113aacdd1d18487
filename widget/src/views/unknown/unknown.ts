import { html, nothing, type TemplateResult } from 'lit'
import { safeUrl } from '../../text/format.ts'
import { isTron } from '../../tron/isTron.ts'
import { renderButton, renderExternalLink, renderLead } from '../shell/elements.ts'
import { flowIcons } from '../shell/flowIcons.ts'
import { renderSupport } from '../shell/renderSupport.ts'
import type { FlowContext, Screen } from '../viewContext.ts'

/** The wallet did not say whether it sent the payment: look again, or give it up with proof or the payer's word. */
export const unknown: Screen<FlowContext> = {
  id: 'unknown',
  heading: ({ text }) => text.unknownTitle,
  body: (context) => {
    const { text, names, actions, local } = context
    return html`${renderLead({ icon: flowIcons.question, tone: 'warning', heading: text.unknownTitle, text: text.unknownText(names.wallet) })}
      ${renderAccountLink(context)} ${renderSupport(context)}
      ${
        local.isDiscardAsked
          ? renderConfirm(context)
          : html`<div class="actions">
              ${renderButton({ label: text.checkAgain, kind: 'primary', onClick: () => actions.checkAgain() })}
              ${renderButton({ label: text.notSent, onClick: () => discard(context) })}
            </div>`
      }`
  },
}

function discard({ model, actions, local }: FlowContext): void {
  if (model.canDiscard) actions.discardAttempt()
  else local.askDiscard(true)
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
  const { model, text } = context
  const explorer = safeUrl(model.payment?.chain.explorerUrl)
  if (!explorer || !model.account) return nothing
  const url = new URL(
    `${isTron(model.payment) ? '#/' : ''}address/${model.account.address}`,
    explorer.endsWith('/') ? explorer : `${explorer}/`,
  )
  return html`<p class="small">${renderExternalLink(context, url.href, text.viewAccount)}</p>`
}
