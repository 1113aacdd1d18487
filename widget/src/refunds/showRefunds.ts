import { css, html, nothing, type ReactiveElement, type TemplateResult } from 'lit'
import { SpRefundEvent } from '../events.ts'
import type { Model } from '../model.ts'
import type { PaymentMetadata, PaymentTransaction } from '../paymentMetadata.ts'
import { refundedSymbol } from '../refundedSymbol.ts'
import { addSheets } from '../styles/sheets.ts'
import { maskAddress } from '../text/address.ts'
import { plainText } from '../text/format.ts'
import { renderExternalLink, renderNote } from '../views/shell/elements.ts'
import { renderContact } from '../views/shell/renderSupport.ts'
import { findSurplus } from '../views/succeeded/findSurplus.ts'
import type { ViewContext } from '../views/viewContext.ts'
import { refundWords } from './refundWords.ts'

/**
 * Renders a payment's refunds, and the sentence that a screen reader announces. Once part of a second payment is refunded, `model` has no
 * note about that payment, and the screen shows the remaining surplus.
 */
export type RefundView = (context: ViewContext) => {
  readonly model: Model
  readonly refunds: TemplateResult | typeof nothing
  readonly refundAnnouncement: string
  readonly outcome?: NonNullable<ViewContext['outcome']>
}

/** For each element, the refunds that the page has received already. */
const told = new WeakMap<ReactiveElement, string>()

/**
 * Opens the view of a payment's refunds, and notifies the page once per change. A refund is a transaction on chain: the service
 * does not report a refund that the merchant has only announced. As on a receipt, the link to the explorer is the proof; no
 * signature depends on it.
 */
export function showRefunds(host: ReactiveElement, payment: PaymentMetadata): RefundView {
  const items = new Map(payment.items.map((item) => [item.requestId, item]))
  const refunds = (payment.refunds ?? []).flatMap((one) => {
    const item = items.get(one.requestId)
    return item !== undefined && DECIMAL.test(one.amount)
      ? [{ ...one, symbol: plainText(refundedSymbol(one, item)) }]
      : []
  })
  addSheets(host, [refundStyles])
  const { token } = payment
  const facts = JSON.stringify([token, refunds.map(({ txHash, status }) => [txHash, status])])
  if (refunds.length > 0 && told.get(host) !== facts) {
    told.set(host, facts)
    host.dispatchEvent(new SpRefundEvent({ token, refunds }))
  }
  return (context) => ({
    model: withoutPastNote(context.model),
    ...renderRefunds(context, refunds, payment.merchant.supportUrl),
    ...(isRefundedInFull(payment) && { outcome: describeFull(context) }),
  })
}

/** Returns whether the merchant refunded everything that arrived, according to the service; a refund in transit does not count. */
function isRefundedInFull({ items, raw }: PaymentMetadata): boolean {
  const states: unknown = Object(raw).items
  return (
    items.length > 0 && items.every((_, at) => Object(Object(states)[at]).refundStatus === 'full')
  )
}

function describeFull({ format, names, text }: ViewContext): NonNullable<ViewContext['outcome']> {
  const { full, fullText } = refundWords(format.language)
  const isNamed = names.merchant !== text.theMerchant
  return { succeededTitle: full, succeededText: isNamed ? fullText : () => '' }
}

function withoutPastNote(model: Model): Model {
  const isReduced = model.payment !== null && findSurplus(model.payment).isReduced
  return isReduced && model.note?.code === 'paid_twice' ? { ...model, note: null } : model
}

const DECIMAL = /^\d+(\.\d+)?$/

type Refunds = readonly (PaymentTransaction & { readonly symbol: string })[]

function renderRefunds(
  context: ViewContext,
  refunds: Refunds,
  supportUrl: string | null,
): Omit<ReturnType<RefundView>, 'model'> {
  if (refunds.length === 0) return { refunds: nothing, refundAnnouncement: '' }
  const words = refundWords(context.format.language)
  const shown = refunds.map(({ symbol, amount, status, txHash, explorerUrl }) => {
    const isCounted = status === 'confirmed'
    const describe = isCounted ? words.refunded : words.coming
    const sentence = describe(context.format.money(amount, symbol))
    const hash = html`<bdi class="mono" dir="ltr" title=${txHash}>${maskAddress(txHash)}</bdi>`
    const link = renderExternalLink(context, explorerUrl, hash)
    const content = html`${sentence} ${link === nothing ? hash : link}`
    return { sentence, note: renderNote(isCounted ? 'success' : 'info', content) }
  })
  return {
    refunds: html`<div part="refunds" class="refunds">
      ${shown.map(({ note }) => note)}
      ${supportUrl ? html`<p class="muted small">${words.ask(context.names.merchant)} ${renderContact(context, supportUrl)}</p>` : nothing}
    </div>`,
    refundAnnouncement: shown.map(({ sentence }) => sentence).join(' '),
  }
}

const refundStyles = css`
  .refunds {
    display: grid;
    gap: 0.5rem;
    overflow-wrap: anywhere;
  }
`
