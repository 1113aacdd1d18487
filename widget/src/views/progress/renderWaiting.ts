import { html, nothing, type TemplateResult } from 'lit'
import { renderNote } from '../shell/elements.ts'
import type { FlowContext } from '../viewContext.ts'

/** Renders a hint when the wallet is slow, from 15 s on. */
export function renderWaiting(context: FlowContext): TemplateResult | typeof nothing {
  const { model, text, names } = context
  if (model.waiting === 'none') return nothing
  const message = model.waiting === 'stuck' ? text.stuck(names.wallet) : text.slow(names.wallet)
  return html`${renderNote('warning', message)}`
}
