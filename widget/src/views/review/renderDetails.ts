import { decodePaymentCall } from '@secure-payment/core/evm'
import { html, nothing, type TemplateResult } from 'lit'
import { fiatDecimals } from '../../fiatDecimals.ts'
import type { StepView } from '../../model.ts'
import type { Review, WireTransaction } from '../../review.ts'
import { isFiat } from '../../text/format.ts'
import { describeCost } from '../progress/describeCost.ts'
import { renderCopyButton } from '../shell/elements.ts'
import { renderAddressText } from '../shell/rows.ts'
import type { FlowContext } from '../viewContext.ts'

export { detailsStyles } from '../../styles/detailsStyles.ts'

/** Renders the message that the wallet signs, or each transaction that it must send: its purpose, contract, value and data. */
export function renderDetails(context: FlowContext): TemplateResult {
  const { review } = context.model
  if (review?.message) return renderMessage(context, review.message)
  return html`${renderExact(context, review)}${(review?.calldata ?? []).map(
    (transaction, index) => {
      const cost = review?.allowances[index]
      const kind = review?.steps[index] ?? 'pay'
      return renderCall(context, transaction, cost ? { kind, cost } : { kind })
    },
  )}`
}

/** Renders the exact amounts and fees in fiat money that the review shows rounded; they are what the element verified. */
function renderExact(
  { text }: FlowContext,
  review: Review | null,
): TemplateResult | typeof nothing {
  const costs = (review?.items ?? []).flatMap(({ symbol, amount, fee }) => [
    { term: text.amount, symbol, amount },
    ...(fee ? [{ term: text.fee, symbol, amount: fee.amount }] : []),
  ])
  const rounded = costs.filter(
    ({ symbol, amount }) => isFiat(symbol) && countDecimals(amount) > fiatDecimals(symbol),
  )
  if (rounded.length === 0) return nothing
  return html`<div class="call exact"><dl>
    ${rounded.map(({ term, symbol, amount }) => html`<div><dt>${term}</dt><dd><bdi class="mono">${amount} ${symbol}</bdi></dd></div>`)}
  </dl></div>`
}

function countDecimals(amount: string): number {
  return amount.split('.')[1]?.length ?? 0
}

/** Renders the members of the message that the wallet signs. */
function renderMessage(
  { text }: FlowContext,
  { domain, primaryType, message }: NonNullable<Review['message']>,
): TemplateResult {
  const lines = JSON.stringify({ domain, [primaryType]: message }, null, 1)
  return html`<div class="call">
    <h3>${text.steps.pay({})}</h3>
    <pre dir="ltr" tabindex="0">${lines}</pre>
  </div>`
}

function renderCall(
  context: FlowContext,
  transaction: WireTransaction,
  step: Pick<StepView, 'kind' | 'cost'>,
): TemplateResult {
  const { text, names } = context
  const title = text.steps[step.kind]({ ...names, ...describeCost(context, step) })
  return html`<div class="call">
    <h3>${title}</h3>
    <dl>
      <div><dt>${text.callTo}</dt><dd>${renderAddressText(transaction.to)}</dd></div>
      <div><dt>${text.callValue}</dt><dd><bdi class="mono">${describeValue(transaction.value)}</bdi></dd></div>
      ${renderDecoded(text.decodedCall, transaction.data)}
      <div>
        <dt class="address-line">${text.rawData}${renderCopyButton(context, transaction.data, text.rawData)}</dt>
        <dd><pre dir="ltr" tabindex="0">${transaction.data}</pre></dd>
      </div>
    </dl>
  </div>`
}

/** Returns the value on the wire: a number, hex text, or `{ type: 'BigNumber', hex }`. */
function describeValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'hex' in value) return String(value.hex)
  return String(value ?? 0)
}

/**
 * Renders the call's parameter names and base units from core's decoder. The element has verified the decoder's output against
 * the review.
 */
function renderDecoded(term: string, data: string): TemplateResult | typeof nothing {
  const call = decode(data)
  if (!call) return nothing
  const lines = Object.entries(call).map(([name, value]) => `${name}: ${describe(value)}`)
  return html`<div><dt>${term}</dt><dd><pre dir="ltr" tabindex="0">${lines.join('\n')}</pre></dd></div>`
}

function decode(data: string): object | null {
  try {
    return isHex(data) ? decodePaymentCall(data) : null
  } catch {
    return null // Malformed data is rejected long before it is shown here; the raw data remains visible.
  }
}

function describe(value: unknown): string {
  if (typeof value !== 'object') return String(value)
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part), 1)
}

function isHex(text: string): text is `0x${string}` {
  return /^0x[0-9a-f]*$/i.test(text)
}
