import { html, nothing, type SVGTemplateResult, type TemplateResult } from 'lit'
import { isExchanged } from '../../paidCurrency.ts'
import type { PaymentItem } from '../../paymentMetadata.ts'
import { plainText } from '../../text/format.ts'
import { formatDateTime } from '../../text/formatDateTime.ts'
import { formatPrice } from '../review/roundUp.ts'
import { renderButton, renderExternalLink, renderHeading, renderNote } from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import { renderContact } from '../shell/renderSupport.ts'
import { renderTransactions } from '../shell/renderTransactions.ts'
import { renderRecipientOf, renderRow } from '../shell/rows.ts'
import type { FlowContext, Screen } from '../viewContext.ts'
import {
  createReceipt,
  findSources,
  findSpent,
  isCarried,
  type ReceiptSource,
} from './createReceipt.ts'
import { describeSource } from './describeSource.ts'
import { findPrice } from './findPrice.ts'
import { findReceipt, type ReceiptLinks } from './findReceipt.ts'
import { findSurplus } from './findSurplus.ts'
import { formatSpent } from './formatSpent.ts'
import { receiptIcons } from './receiptIcons.ts'
import { printReceipt } from './renderReceiptDocument.ts'
import { saveReceipt } from './saveReceipt.ts'

/** The screen of a payment that the service confirmed, with the receipt and the link back. */
export const succeeded: Screen<FlowContext> = {
  id: 'succeeded',
  heading: ({ text }) => text.succeededTitle,
  announcement: (context) =>
    [context.text.succeededTitle, describe(context), describeSurplus(context)]
      .filter(Boolean)
      .join('. '),
  body: (context) => {
    const { text, settings } = context
    return html`${renderSurplus(context)}<div part="success" class="success-lead">
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

/** Returns the sentence that names the payee; empty if the payee has no name. */
function describe({ model, text, names }: FlowContext): string {
  const isNamed = model.payment?.flow === 'pay' || names.merchant !== text.theMerchant
  return isNamed ? text.succeededText(names.merchant) : ''
}

/**
 * Returns the sentence about money above the amount due; empty without such money. Two payers, or two tabs, can pay before the service has
 * updated either page. If this page sent the payment twice, the model's note covers it.
 */
function describeSurplus({ model, text, names, format }: FlowContext): string {
  if (model.note !== null || !model.payment) return ''
  const { costs } = findSurplus(model.payment)
  if (costs.length === 0) return ''
  const amounts = costs.map(({ amount, symbol }) => format.money(amount, symbol))
  return text.overpaid(amounts.join(' + '), names.merchant)
}

/** Renders the sentence, and the merchant's contact unless the refunds above already name it. */
function renderSurplus(context: FlowContext): TemplateResult | typeof nothing {
  const sentence = describeSurplus(context)
  const { refunds, merchant } = context.model.payment ?? {}
  if (!sentence) return nothing
  const url = refunds?.length ? null : merchant?.supportUrl
  return renderNote(
    'error',
    html`${sentence}${url ? html` ${renderContact(context, url)}` : nothing}`,
  )
}

function renderReceipt(context: FlowContext): TemplateResult | typeof nothing {
  const { model, text, format } = context
  const { payment } = model
  if (!payment) return nothing
  const paidAt = payment.completedAt ?? payment.transactions.at(-1)?.timestamp
  const sources = findSources(payment)
  return html`<dl part="receipt" class="summary">
    ${payment.items.map((item) => [
      renderRow(
        payment.items.length > 1 ? formatSpent(format, item) : text.paidTo,
        renderRecipientOf(context, item),
        { isStacked: true },
      ),
      isCarried(sources, payment.transactions)
        ? nothing
        : renderSpent(context, item, findPrice(payment, item)),
    ])}
    ${renderRow(text.network, html`<bdi>${plainText(payment.chain.name)}</bdi>`)}
    ${paidAt ? renderRow(text.paidAt, html`<time datetime=${paidAt}>${formatDateTime(format, paidAt)}</time>`) : nothing}
    ${sources.map((source) => renderSource(context, source))}
    ${renderTransactions(context)}
  </dl>`
}

function renderActions(context: FlowContext): TemplateResult | typeof nothing {
  const { model, text, settings, format } = context
  if (!model.payment) return nothing
  const links = findReceipt(model.payment, format.language)
  if (links !== null) return renderLinks(context, links)
  const receipt = createReceipt(model.payment, settings.merchantName)
  return html`<div class="actions pair">
    ${renderButton({ label: text.printReceipt, icon: receiptIcons.printer, onClick: () => printReceipt(receipt, context) })}
    ${renderButton({ label: text.saveReceipt, icon: receiptIcons.download, onClick: () => saveReceipt(receipt) })}
  </div>`
}

/** Renders the links to the service's own receipt, which has a permanent address. */
function renderLinks({ text }: FlowContext, { page, pdf }: ReceiptLinks): TemplateResult {
  const link = (href: string, label: string, icon: SVGTemplateResult) =>
    html`<a part="button button-secondary" class="button secondary" href=${href} target="_blank" rel="noreferrer">${renderIcon(icon)}${label}<span class="visually-hidden"> (${text.opensNewTab})</span></a>`
  return html`<div class="actions pair">
    ${link(page, text.viewReceipt, icons.external)}
    ${link(pdf, text.downloadPdf, receiptIcons.download)}
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

/** Renders the spent amount of an item that was paid in another currency, and its price; other items show it as their amount. */
function renderSpent(
  { text, format }: FlowContext,
  item: PaymentItem,
  price: string | null,
): TemplateResult | typeof nothing {
  const spent = isExchanged(item) && findSpent(item)
  if (!spent) return nothing
  const rate =
    price && `${format.money('1', spent.symbol)} = ${formatPrice(format, price, item.symbol)}`
  const below = html`<span part="rate" class="muted small">${rate}</span>`
  return renderRow(text.paidWith, formatSpent(format, spent), rate ? { below } : {})
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
