import { html, nothing, type TemplateResult } from 'lit'
import type { Model } from '../../model.ts'
import type { Cost, NetworkFee } from '../../payOption.ts'
import { addAmounts } from '../addAmounts.ts'
import { sumCosts } from '../payment.ts'
import { formatCosts } from '../shell/elements.ts'
import { renderRow } from '../shell/rows.ts'
import type { FlowContext } from '../viewContext.ts'
import { roundCost } from './roundUp.ts'

/** The sum that leaves the wallet, without the network fee. */
export type Sum = {
  /** One cost per currency; for a conversion, the estimate. */
  readonly paid: readonly Cost[]
  /** The same in the invoice currency; null if unknown, or if several currencies are due. */
  readonly due: Cost | null
  /** Whether the sum differs from the displayed amount, so that there is a total even without a network fee. */
  readonly isMore: boolean
}

/** Renders the network fee, and the total if it differs from the amount: all that leaves the wallet. */
export function renderCostRows(context: FlowContext, sum: Sum): TemplateResult {
  const fee = findNetworkFee(context.model)
  const worth = fee?.worth && sum.due ? addCosts(sum.due, fee.worth) : null
  const total = fee?.amount === '0' || !fee ? sum.due : worth
  return html`${renderNetworkFee(context, fee)}${renderTotal(context, { sum, fee, total })}`
}

/**
 * Renders the estimate in the coin that the wallet pays, with its worth in the invoice currency if there is a rate. On Tron, the text names
 * the coins. Without an estimate, the wallet shows the fee. If the service could have paid it, the row states why it does not.
 */
export function renderNetworkFee(
  context: FlowContext,
  fee: NetworkFee | null | undefined,
): TemplateResult {
  const { model, text, format } = context
  const reason = model.review?.unsponsored?.(format.language)
  const below = reason && html`<span class="muted small">${reason}</span>`
  return renderRow(text.networkFee, describe(), below ? { below } : {})

  function describe(): TemplateResult {
    if (fee === null) return renderReading(context, LIKELY_WORTH)
    if (!fee) return html`<span class="muted">${text.networkFeeText}</span>`
    const { worth } = fee
    const beside = worth && worth.symbol !== fee.symbol ? renderAbout(context, worth) : nothing
    const coins = formatCosts(context, [roundCost(fee)])
    if (model.review?.tron) {
      return html`<span class="network-fee">${text.networkFeeText}${beside}</span>`
    }
    return html`<span class="network-fee">${beside === nothing && fee.amount !== '0' ? `≈\u00a0${coins}` : coins}${beside}</span>`
  }
}

/**
 * Renders the currencies that leave the wallet in one line, with their worth in the invoice currency beside them. The native coin of the
 * fee is one part with the same coin of the payment.
 */
export function renderTotal(
  context: FlowContext,
  {
    sum: { paid, isMore },
    fee,
    total,
  }: { sum: Pick<Sum, 'paid' | 'isMore'>; fee: NetworkFee | null | undefined; total: Cost | null },
): TemplateResult | typeof nothing {
  const { text, format, model } = context
  const isFree = !fee || fee.amount === '0'
  if (isFree && fee !== null && !isMore) return nothing
  // A token may have the coin's symbol.
  const isToken = model.review?.items.some(({ lesserToken }) => lesserToken)
  const all = isFree ? paid : [...paid, fee]
  const parts = isToken ? all : sumCosts(all)
  const shown = parts.map((part) => {
    const { amount, symbol } = !isFree && part.symbol === fee.symbol ? roundCost(part) : part
    return format.money(amount, symbol, CENTS)
  })
  const said = shown.join(' +\u00a0')
  const isSame = parts.length === 1 && parts[0]?.symbol === total?.symbol
  const beside = total && !isSame ? renderAbout(context, total) : nothing
  const isEstimate = !isFree && beside === nothing
  return renderRow(
    text.total,
    html`${isEstimate ? '≈\u00a0' : nothing}${said}${fee === null ? html` +\u00a0${renderReading(context)}` : beside}`,
    {
      isStrong: true,
    },
  )
}

/** Finds the latest estimate; null while the service estimates it, undefined if there is none. */
function findNetworkFee({ payment, review, networkFee }: Model): NetworkFee | null | undefined {
  // The service sends the payment.
  if (review?.message) {
    return payment && { symbol: payment.chain.nativeCurrency.symbol, amount: '0', worth: null }
  }
  if (!review?.tron) return networkFee
  const worth = networkFee && networkFee.amount !== '0' ? networkFee.worth : null
  return { symbol: 'TRX', amount: review.tron.trxRequired, worth }
}

function addCosts(one: Cost, other: Cost): Cost | null {
  if (one.symbol !== other.symbol) return null
  return { symbol: one.symbol, amount: addAmounts(one.amount, other.amount) }
}

function renderAbout(context: FlowContext, worth: Cost): TemplateResult {
  return html` <span class="muted">≈\u00a0${formatCosts(context, [roundCost(worth)])}</span>`
}

/**
 * Renders the place of an estimate that is being read, with the likely amount in the invoice currency. It wraps like the estimate, so that
 * the rows below do not move.
 */
function renderReading({ model, format }: FlowContext, likely?: string): TemplateResult {
  const coin = format.money(LIKELY_FEE, model.payment?.chain.nativeCurrency.symbol ?? 'ETH')
  const [due] = model.review?.totalNeeded ?? []
  const worth = due && format.money(likely ?? due.amount, due.symbol, CENTS)
  return html`<span class="network-fee muted" aria-busy="true" data-likely=${worth ? `${coin} ≈\u00a0${worth}` : coin}>…</span>`
}

/** An amount with as many digits as most fees have, and its worth. */
const LIKELY_FEE = '0.00012345'
const LIKELY_WORTH = '0.12'

/** The minimum number of decimals of the amounts in a column. */
const CENTS = 2
