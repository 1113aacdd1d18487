import { html, nothing } from 'lit'
import { renderButton, renderLead } from '../shell/elements.ts'
import { icons } from '../shell/icons.ts'
import { renderSupport } from '../shell/renderSupport.ts'
import { renderTransactions } from '../shell/renderTransactions.ts'
import type { FlowContext, Screen } from '../viewContext.ts'

/** Ended without payment: what happened, where the money is, what to do. */
export const failed: Screen<FlowContext> = {
  id: 'failed',
  heading,
  announcement: (context) => `${heading(context)}. ${story(context)}`,
  body: (context) => {
    const { model, text, actions } = context
    return html`${renderLead({ icon: icons.alert, tone: 'danger', heading: heading(context), text: story(context) })}
      ${model.transactions.length > 0 ? html`<dl class="summary">${renderTransactions(context)}</dl>` : nothing}
      ${renderSupport(context)}
      ${model.error?.recoverable ? html`<div class="actions">${renderButton({ label: text.tryAgain, kind: 'primary', onClick: () => actions.retry() })}</div>` : nothing}`
  },
}

function heading({ model, text }: FlowContext): string {
  return model.error ? text.errors[model.error.code].title : text.failedTitle
}

function story({ model, text }: FlowContext): string {
  if (!model.error) return ''
  const { code, moneyState } = model.error
  return `${text.money[moneyState]} ${text.errors[code].action}`
}
