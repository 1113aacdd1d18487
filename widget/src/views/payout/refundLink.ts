import { html, nothing, type TemplateResult } from 'lit'
import { number, optional, shape, text } from '../../answer.ts'
import { maskAddress } from '../../text/address.ts'
import { plainText } from '../../text/format.ts'
import { type RefundLinkWords, refundLinkWords } from '../../text/refundLinkWords.ts'
import { overrideText } from '../../text/text.ts'
import type { ViewContext } from '../viewContext.ts'

const readRefundOf = optional(
  shape({ reference: optional(text), reason: optional(text), txHash: text, logIndex: number }),
)

/** Returns the words of a link that pays refunds, in the payer's language, with the page's own words in their place. */
export function sayRefund({ format }: ViewContext, overrides: unknown): RefundLinkWords {
  return overrideText(refundLinkWords(format.language), overrides)
}

/**
 * Renders the payment that an item refunds: its order or its transaction, and the reason. Before the wallet's
 * request, `steps/matchesRefunds.ts` compares that transaction with the payment reference.
 */
export function renderPurpose(
  { model, format }: ViewContext,
  requestId: string,
): TemplateResult | typeof nothing {
  const refund = findRefundOf(model.payment, requestId)
  if (!refund) return nothing
  const { reference, reason, txHash } = refund
  const words = refundLinkWords(format.language)
  const title = reference
    ? words.ofOrder(plainText(reference))
    : words.ofPayment(maskAddress(txHash))
  return html`<div part="purpose" class="muted small">
    <div title=${plainText(txHash)}><bdi>${title}</bdi></div>
    ${reason ? html`<div><bdi>${words.reason(plainText(reason))}</bdi></div>` : nothing}
  </div>`
}

/** Returns null for an item that pays no refund, and for one whose description has another shape. */
function findRefundOf(payment: ViewContext['model']['payment'], requestId: string) {
  const at = payment?.items.findIndex((item) => item.requestId === requestId) ?? -1
  try {
    return readRefundOf(Object(payment?.raw).items?.[at]?.refundOf, 'refundOf')
  } catch {
    return null
  }
}
