import { html, nothing, type TemplateResult } from 'lit'
import { formatCosts, renderButton, renderLead } from '../shell/elements.ts'
import { icons } from '../shell/icons.ts'
import { renderTransactions } from '../shell/renderTransactions.ts'
import { renderRow } from '../shell/rows.ts'
import type { FlowContext, Screen } from '../viewContext.ts'
import { findParts } from './findParts.ts'

/** The screen of a partly paid payment; the payer can pay the remainder. */
export const partial: Screen<FlowContext> = {
  id: 'partial',
  heading: ({ text }) => text.partialTitle,
  announcement: (context) => `${context.text.partialTitle}. ${story(context)}`,
  body: (
    context,
  ) => html`${renderLead({ icon: icons.clock, tone: 'warning', heading: context.text.partialTitle, text: story(context) })}
    ${renderParts(context)}
    <div class="actions">
      ${renderButton({ label: context.text.payRemaining, kind: 'primary', part: 'pay-button button', onClick: () => context.actions.retry() })}
    </div>`,
}

/** Writes what a transaction paid: the amount in the currency that was paid, then its worth in the price's currency, if they differ. */
function describePart({ model, format }: FlowContext, hash: string): string {
  const parts = model.payment?.transactions.filter(({ txHash }) => txHash === hash) ?? []
  return parts
    .map(({ requestId, amount, paid }) => {
      const symbol = model.payment?.items.find((item) => item.requestId === requestId)?.symbol
      const worth = symbol === undefined ? [] : [{ amount, symbol }]
      const all = paid && paid.symbol !== symbol ? [paid, ...worth] : worth
      return all.map((one) => format.money(one.amount, one.symbol)).join(' · ')
    })
    .join(' + ')
}

function story(context: FlowContext): string {
  const { model, text } = context
  if (!model.payment) return ''
  const { paid, total } = findParts(model.payment)
  return text.partialText(formatCosts(context, paid), formatCosts(context, total))
}

function renderParts(context: FlowContext): TemplateResult | typeof nothing {
  const { model, text } = context
  if (!model.payment) return nothing
  const { paid, total, remaining } = findParts(model.payment)
  return html`<dl part="summary" class="summary">
    ${renderRow(text.total, formatCosts(context, total))}
    ${renderRow(text.paid, formatCosts(context, paid))}
    ${renderRow(text.remaining, formatCosts(context, remaining), { isStrong: true })}
    ${renderTransactions(context, (hash) => describePart(context, hash))}
  </dl>`
}
