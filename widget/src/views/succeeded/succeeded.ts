import { html, nothing, type TemplateResult } from 'lit'
import type { PaymentItem } from '../../model.ts'
import { scaleAmounts } from '../../scaleAmounts.ts'
import { plainText } from '../../text/format.ts'
import { formatDateTime } from '../../text/formatDateTime.ts'
import { renderButton, renderExternalLink, renderHeading, renderNote } from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import { renderTransactions } from '../shell/renderTransactions.ts'
import { renderAddress, renderRow } from '../shell/rows.ts'
import type { FlowContext, Screen } from '../viewContext.ts'
import { createReceipt, findSources, findSpent, type ReceiptSource } from './createReceipt.ts'
import { describeSource } from './describeSource.ts'
import { formatSpent } from './formatSpent.ts'
import { receiptIcons } from './receiptIcons.ts'
import { printReceipt } from './renderReceiptDocument.ts'
import { saveReceipt } from './saveReceipt.ts'

/** A paid payment, confirmed by the service: the receipt and the link back. */
export const succeeded: Screen<FlowContext> = {
  id: 'succeeded',
  heading: ({ text }) => text.succeededTitle,
  announcement: (context) =>
    [context.text.succeededTitle, describe(context), findPaidTwice(context)]
      .filter(Boolean)
      .join('. '),
  body: (context) => {
    const { text, settings } = context
    const twice = findPaidTwice(context)
    return html`${twice && renderNote('error', twice)}<div part="success" class="success-lead">
        <div class="tick">${renderIcon(icons.check)}</div>
        ${renderHeading(text.succeededTitle)}
        <p class="muted">${describe(context)}</p>
      </div>
      <slot name="success"></slot>
      ${settings.hasReceipt ? renderReceipt(context) : nothing}
      <div class="actions">
        ${renderReturn(context)}
        ${settings.hasReceipt ? renderActions(context) : nothing}
      </div>`
  },
}

/** Returns the payee's name, if it has one. */
function describe({ model, text, names }: FlowContext): string {
  const isNamed = model.payment?.flow === 'pay' || names.merchant !== text.theMerchant
  return isNamed ? text.succeededText(names.merchant) : ''
}

/**
 * Two payers, or two tabs, paid before the service had updated either page. The note covers the case that this page sent the payment
 * twice.
 */
function findPaidTwice({ model, text, names }: FlowContext): string {
  const isTwice = model.note === null && model.payment?.items.some(isPaidTwice)
  return isTwice ? text.notes.paid_twice(names) : ''
}

function isPaidTwice({ amount, amountPaid }: PaymentItem): boolean {
  if (!DECIMAL.test(amount) || !DECIMAL.test(amountPaid)) return false
  const [due = 0n, paid = 0n] = scaleAmounts([amount, amountPaid]).units
  return due > 0n && paid >= 2n * due
}

const DECIMAL = /^\d+(\.\d+)?$/

function renderReceipt(context: FlowContext): TemplateResult | typeof nothing {
  const { model, text, format } = context
  const { payment } = model
  if (!payment) return nothing
  const paidAt = payment.completedAt ?? payment.transactions.at(-1)?.timestamp
  return html`<dl part="receipt" class="summary">
    ${payment.items.map((item) => [
      renderRow(
        payment.items.length > 1 ? formatSpent(format, item) : text.paidTo,
        renderAddress(context, item.payee, text.recipient),
        { isStacked: true },
      ),
      renderSpent(context, item),
    ])}
    ${renderRow(text.network, html`<bdi>${plainText(payment.chain.name)}</bdi>`)}
    ${paidAt ? renderRow(text.paidAt, html`<time datetime=${paidAt}>${formatDateTime(format, paidAt)}</time>`) : nothing}
    ${findSources(payment).map((source) => renderSource(context, source))}
    ${renderTransactions(context)}
  </dl>`
}

function renderActions(context: FlowContext): TemplateResult | typeof nothing {
  const { model, text, settings } = context
  if (!model.payment) return nothing
  const receipt = createReceipt(model.payment, settings.merchantName)
  return html`<div class="actions pair">
    ${renderButton({ label: text.printReceipt, icon: receiptIcons.printer, onClick: () => printReceipt(receipt, context) })}
    ${renderButton({ label: text.saveReceipt, icon: receiptIcons.download, onClick: () => saveReceipt(receipt) })}
  </div>`
}

/** Renders the amount that left the wallet on another network, and the bridge's fee. */
function renderSource(context: FlowContext, source: ReceiptSource): readonly unknown[] {
  const { text, format } = context
  const { hash, explorerUrl, bridgeUrl, bridgeFee } = source
  const shown = html`<bdi title=${hash}>${describeSource(format, source)}</bdi>`
  const link = renderExternalLink(context, explorerUrl ?? bridgeUrl, shown)
  return [
    renderRow(text.paidWith, link === nothing ? shown : link),
    bridgeFee === null ? nothing : renderRow(text.bridgeKept, formatSpent(format, bridgeFee)),
  ]
}

/** Renders the amount that a conversion spent; for other items the amount shows it. */
function renderSpent(
  { text, format }: FlowContext,
  item: PaymentItem,
): TemplateResult | typeof nothing {
  const spent = item.conversion && findSpent(item)
  return spent ? renderRow(text.paidWith, formatSpent(format, spent)) : nothing
}

function renderReturn({
  settings,
  text,
  names,
  local,
}: FlowContext): TemplateResult | typeof nothing {
  if (!settings.returnUrl) return nothing
  const isNamed = names.merchant !== text.theMerchant
  const place = isNamed ? names.merchant : new URL(settings.returnUrl, location.href).host
  const label = settings.returnLabel ? plainText(settings.returnLabel) : text.backTo(place)
  return html`<a part="return-link button" class="button primary" href=${settings.returnUrl} @click=${local.leave}>${label}</a>`
}
