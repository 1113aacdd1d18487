import { html, nothing, type TemplateResult } from 'lit'
import type { ErrorCode } from '../../codes.ts'
import type { ErrorText } from '../../text/en.ts'
import type { Text } from '../../text/text.ts'
import { renderButton, renderLead } from '../shell/elements.ts'
import { icons } from '../shell/icons.ts'
import { renderSupport } from '../shell/renderSupport.ts'
import { renderTransactions } from '../shell/renderTransactions.ts'
import type { FlowContext, Screen } from '../viewContext.ts'

/** The screen of a failed payment, with the cause, the location of the money and the payer's next step. */
export const failed: Screen<FlowContext> = {
  id: 'failed',
  heading,
  announcement: (context) => `${heading(context)}. ${story(context)}`,
  body: (context) => renderFailure(context, nothing),
}

/** Renders the screen, with `more` below the transactions. */
export function renderFailure(context: FlowContext, more: unknown): TemplateResult {
  const { model, text, actions } = context
  return html`${renderLead({ icon: icons.alert, tone: 'danger', heading: heading(context), text: story(context) })}
      ${model.transactions.length > 0 ? html`<dl class="summary">${renderTransactions(context)}</dl>` : nothing}
      ${more} ${renderSupport(context)}
      ${model.error?.recoverable ? html`<div class="actions">${renderButton({ label: text.tryAgain, kind: 'primary', onClick: () => actions.retry() })}</div>` : nothing}`
}

function heading({ model, text }: FlowContext): string {
  return model.error ? errorText(text, model.error.code).title : text.failedTitle
}

function story({ model, text }: FlowContext): string {
  if (!model.error) return ''
  const { code, moneyState } = model.error
  return `${text.money[moneyState]} ${errorText(text, code).action}`
}

/** Returns an error's text; errors of other chains have one once their chunk has loaded. */
export function errorText(text: Pick<Text, 'errors'>, code: ErrorCode): ErrorText {
  const errors: Partial<Record<ErrorCode, ErrorText>> = text.errors
  return errors[code] ?? text.errors.internal
}
