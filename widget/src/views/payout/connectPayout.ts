import { html, type TemplateResult } from 'lit'
import type { PaymentItem } from '../../paymentMetadata.ts'
import { connect } from '../connect/connect.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import { renderRecipientOf, renderRow } from '../shell/rows.ts'
import type { FlowContext, Screen } from '../viewContext.ts'

/** The choice of the wallet to pay from, below the recipients of the money. */
export const connectPayout: Screen<FlowContext> = {
  ...connect,
  body: (context) => html`${renderRecipients(context)} ${connect.body(context)}`,
}

function renderRecipients(context: FlowContext): TemplateResult {
  const { model, text } = context
  const items = model.payment?.items ?? []
  const [first] = items
  if (first && items.length === 1) {
    return html`<dl part="summary" class="summary">
      ${renderRow(text.recipient, renderRecipientOf(context, first), { isStacked: true, part: 'recipient' })}
    </dl>`
  }
  const list = html`<dl part="summary" class="summary">
    ${items.map((item, index) => renderRecipient(context, item, index))}
  </dl>`
  if (items.length <= MAX_SHOWN) return list
  return html`<details>
    <summary>${renderIcon(icons.chevron, 'small directional')}${text.showRecipients(items.length)}</summary>
    <div class="scroll" role="region" aria-label=${text.recipients} tabindex="0">${list}</div>
  </details>`
}

function renderRecipient(context: FlowContext, item: PaymentItem, index: number): TemplateResult {
  const { text, format } = context
  return renderRow(
    text.recipientNumber(format.count(index + 1)),
    format.money(item.amount, item.symbol, 2),
    {
      isStrong: true,
      part: 'recipient',
      below: renderRecipientOf(context, item),
    },
  )
}

/** With more recipients, the wallets would no longer fit on a phone's screen. */
const MAX_SHOWN = 3
