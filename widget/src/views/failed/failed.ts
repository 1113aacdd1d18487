import { html, nothing } from 'lit'
import { renderButton, renderLead } from '../shell/elements.ts'
import { renderSupport } from '../shell/renderSupport.ts'
import { renderTransactions } from '../shell/renderTransactions.ts'
import type { Screen, ViewContext } from '../viewContext.ts'

/** Ended without payment: what happened, where the money is, what to do. */
export const failed: Screen = {
  id: 'failed',
  heading,
  announcement: (context) => `${heading(context)}. ${story(context)}`,
  body: (context) => {
    const { model, text, actions } = context
    return html`${renderLead({ icon: 'alert', tone: 'danger', heading: heading(context), text: story(context) })}
      ${model.transactions.length > 0 ? html`<dl class="summary">${renderTransactions(context)}</dl>` : nothing}
      ${renderSupport(context)}
      ${model.error?.recoverable ? html`<div class="actions">${renderButton({ label: text.tryAgain, kind: 'primary', onClick: () => actions.retry() })}</div>` : nothing}`
  },
}

function heading({ model, text }: ViewContext): string {
  return model.error ? text.errors[model.error.code].title : text.failedTitle
}

function story({ model, text }: ViewContext): string {
  if (!model.error) return ''
  const { code, moneyState } = model.error
  return `${text.money[moneyState]} ${text.errors[code].action}`
}
