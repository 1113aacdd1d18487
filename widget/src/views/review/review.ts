import { html, nothing, type TemplateResult } from 'lit'
import type { ItemFee } from '../../paymentMetadata.ts'
import type { Cost } from '../../payOption.ts'
import type { ContractFee, Review } from '../../review.ts'
import { plainText } from '../../text/format.ts'
import { formatList } from '../../text/formatList.ts'
import { isPayout, sumCosts } from '../payment.ts'
import { describeCost } from '../progress/describeCost.ts'
import { formatCosts, renderButton, renderHeading } from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import { renderAccount } from '../shell/renderAccount.ts'
import { renderAddress, renderRecipientOf, renderRow } from '../shell/rows.ts'
import type { FlowContext, Screen } from '../viewContext.ts'
import { renderCostRows, type Sum } from './costRows.ts'
import { roundCost, roundPair } from './roundUp.ts'

/** The review screen, with the amount that leaves the wallet, its recipients and the contract. */
export const review: Screen<FlowContext> = {
  id: 'review',
  heading: ({ text }) => text.reviewTitle,
  body: (context) => {
    const { model, text, actions } = context
    if (!model.review) return html``
    return html`${renderHeading(text.reviewTitle)} ${renderAccount(context)}
      ${model.review.items.length > 1 ? renderBatch(context, model.review) : renderSingle(context, model.review)}
      ${renderLesserTokens(context, model.review)}
      ${renderEnd(
        context,
        {
          label: text.payButton(nameSpending(context, model.review)),
          part: 'pay-button button',
          onClick: () => actions.pay(),
        },
        renderPrompts(context, model.review),
      )}`
  },
}

/** The main action of a review. */
export type MainPress = {
  readonly label: string
  readonly part?: string
  readonly onClick: () => void
}

/**
 * Renders the end of a review: the verified contract, the details, the wallet's requests, the remaining time of a price with the main
 * action, and the way back.
 */
export function renderEnd(
  context: FlowContext,
  main: MainPress,
  prompts: TemplateResult | typeof nothing,
  time: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const { model, text, actions } = context
  const hint = isConverted(model.review) ? text.verifiedMost : text.verifiedHint
  return html`<div class="assurance">
      ${renderIcon(icons.shield)}
      <p><strong>${text.verified}</strong> ${hint}</p>
    </div>
    ${renderDetails(context)} ${prompts}
    <div class="actions dock">${time}${renderButton({ kind: 'primary', ...main })}</div>
    ${renderButton({ label: text.back, kind: 'quiet', onClick: () => actions.back() })}`
}

/** Returns the amount that leaves the wallet; for a conversion, the maximum, rounded up. */
function nameSpending(context: FlowContext, review: Review): string {
  if (!isConverted(review)) return formatCosts(context, review.totalNeeded)
  return context.text.upTo(formatCosts(context, review.spending.map(roundCost)))
}

/** Returns whether the rate at the time of the payment determines what leaves the wallet. */
function isConverted(review: Review | null): boolean {
  // A quote fixes the amount.
  if (!review || review.quote) return false
  return review.items.some(({ conversion }) => conversion !== null)
}

/** Renders the contracts of uncommon tokens: a symbol alone does not identify a token. */
function renderLesserTokens(context: FlowContext, { items }: Review): readonly TemplateResult[] {
  const tokens = new Map(
    items.flatMap(({ lesserToken }) =>
      lesserToken ? [[lesserToken.address, lesserToken.symbol] as const] : [],
    ),
  )
  return [...tokens].map(
    ([address, symbol]) => html`<div part="note" class="note info">
      ${renderIcon(icons.info)}
      <div><p>${context.text.tokenNote(symbol)}</p>${renderAddress(context, address, symbol)}</div>
    </div>`,
  )
}

/**
 * Lists the wallet's requests if there is more than one, with the exact amounts that the wallet will show. Explains a signature in place
 * of all transactions.
 */
export function renderPrompts(
  context: FlowContext,
  { steps, allowances, message }: Review,
  more: string | typeof nothing = nothing,
): TemplateResult | typeof nothing {
  const { text, names, format } = context
  if (steps.length < 2 && !message) return nothing
  const prompts = steps.map((kind, index) => {
    const cost = allowances[index]
    return text.steps[kind]({
      ...names,
      ...describeCost(context, cost ? { kind, cost } : { kind }),
    })
  })
  const said = text.confirmationsNeeded(steps.length, formatList(format, prompts))
  return html`<p class="muted small">${said} ${more}</p>`
}

/**
 * Renders the amount, fee, network and recipient of a payment to one payee. A payment at the service's price has its own rows: the amount
 * that leaves the wallet, and the price.
 */
export function renderSingle(
  context: FlowContext,
  shown: Review,
  own?: { readonly spending: TemplateResult; readonly price: unknown },
): TemplateResult {
  const { text, format } = context
  const [item] = shown.items
  if (!item) return html``
  const { fee } = item
  const recipient = renderRow(text.recipient, renderRecipientOf(context, item), {
    isStacked: true,
    part: 'recipient',
  })
  // A payout lists its recipient first; a payment lists it last.
  const isFirst = isPayout(context.model)
  return html`<dl part="summary" class="summary">
    ${isFirst ? recipient : nothing}
    ${own?.spending}
    ${renderRow(nameShare(context), format.money(item.amount, item.symbol, fee ? CENTS : 0), { isStrong: !own })}
    ${fee ? renderFee(context, fee, [{ symbol: item.symbol, amount: fee.amount }]) : nothing}
    ${own ? own.price : renderConversion(context, item)}
    ${renderRow(text.network, html`<bdi>${plainText(shown.networkName)}</bdi>`)}
    ${renderCostRows(context, sumSingle(shown, item))}
    ${isFirst ? nothing : recipient}
  </dl>`
}

/** Returns what leaves the wallet for a payment to one payee; a conversion spends about the estimate. */
function sumSingle({ spending, totalNeeded, quote }: Review, { conversion, fee }: ReviewItem): Sum {
  const isOpen = conversion !== null && !quote
  const about = isOpen && {
    ...conversion.about,
    amount: roundPair(conversion.about.amount, conversion.most.amount).about,
  }
  return { paid: about ? [about] : spending, due: findOnly(totalNeeded), isMore: fee !== null }
}

/** Returns the only cost; null if there are several currencies. */
function findOnly([cost, ...others]: Review['totalNeeded']): Cost | null {
  return others.length === 0 ? cost : null
}

/** Returns the label of the payee's amount: with the payee's name, or without it for a merchant that has none. */
export function nameShare({ model, text, names }: FlowContext): string {
  const isNamed = isPayout(model) || names.merchant !== text.theMerchant
  return isNamed ? text.receives(names.merchant) : text.amount
}

function renderBatch(context: FlowContext, batch: Review): TemplateResult {
  const { text, format } = context
  const { items, totalNeeded, spending, networkName, batchFee } = batch
  const list = html`<dl part="summary" class="summary">
    ${items.map((item, index) =>
      renderRow(
        text.recipientNumber(format.count(index + 1)),
        format.money(item.amount, item.symbol, CENTS),
        {
          isStrong: true,
          part: 'recipient',
          below: html`${renderSpending(context, item)}${renderRecipientOf(context, item)}`,
        },
      ),
    )}
  </dl>`
  return html`${
    items.length > MAX_UNSCROLLED
      ? html`<div class="scroll" role="region" aria-label=${text.recipients} tabindex="0">${list}</div>`
      : list
  }
    <dl part="summary" class="summary bare">
      ${sumFees(items).map(({ fee, costs }) => renderFee(context, fee, costs))}
      ${batchFee ? renderRow(text.contractFeeOf(format.count(Number(batchFee.percentage))), nameFee(context, batchFee)) : nothing}
      ${isConverted(batch) ? renderRow(text.youSpend, nameSpending(context, batch), { below: renderRateHint(context, spending) }) : nothing}
      ${renderRow(text.network, html`<bdi>${plainText(networkName)}</bdi>`)}
      ${renderCostRows(context, { paid: totalNeeded, due: findOnly(totalNeeded), isMore: true })}
    </dl>`
}

/** Describes a fee; for a conversion, the highest possible amount, rounded up. */
function nameFee(context: FlowContext, { costs, isMost }: ContractFee): string {
  return isMost
    ? context.text.upTo(formatCosts(context, costs.map(roundCost)))
    : formatCosts(context, costs)
}

type ReviewItem = Review['items'][number]

/** Renders a fee as the merchant's, or a payout's fee, and names the recipient if it bears the fee. */
export function renderFee(
  context: FlowContext,
  { percentage, bearer }: ItemFee,
  costs: readonly Cost[],
): TemplateResult {
  const { text, format } = context
  const below = html`<span class="muted small">${text.feeBorne}</span>`
  return renderRow(
    `${text.fee} (${formatPercentage(format, percentage)})`,
    costs.map(({ amount, symbol }) => format.money(amount, symbol, CENTS)).join(' + '),
    bearer ? { below } : {},
  )
}

/** Formats a percentage in the format's language: `0.2` is `0.2%`. */
function formatPercentage({ language }: FlowContext['format'], percentage: string): string {
  const form = { style: 'percent', maximumFractionDigits: 6, numberingSystem: 'latn' } as const
  return new Intl.NumberFormat(language, form).format(Number(percentage) / 100)
}

/** Returns a batch's fees, one row per percentage and bearer; they stay near the total even if the list is long. */
function sumFees(items: readonly ReviewItem[]): { fee: ItemFee; costs: Cost[] }[] {
  const parts = new Map<string, { fee: ItemFee; costs: Cost[] }>()
  for (const { fee, symbol } of items) {
    if (!fee) continue
    const key = `${fee.percentage} ${fee.bearer}`
    const { costs } = parts.get(key) ?? { costs: [] }
    parts.set(key, { fee, costs: [...costs, { symbol, amount: fee.amount }] })
  }
  return [...parts.values()].map(({ fee, costs }) => ({ fee, costs: sumCosts(costs) }))
}

/** Renders the estimated and the maximum amount that a conversion spends, with the same number of decimals. */
function renderConversion(context: FlowContext, item: ReviewItem): TemplateResult | typeof nothing {
  if (!item.conversion) return nothing
  return renderRow(context.text.youSpend, describeSpending(context, item.conversion), {
    isStacked: true,
    below: renderRateHint(context, [item.conversion.most]),
  })
}

function renderSpending(context: FlowContext, item: ReviewItem): TemplateResult | typeof nothing {
  if (!item.conversion) return nothing
  return html`<div class="muted small">${describeSpending(context, item.conversion)}</div>`
}

function describeSpending(
  { text, format }: FlowContext,
  { about, most }: NonNullable<ReviewItem['conversion']>,
): string {
  const pair = roundPair(about.amount, most.amount)
  return text.aboutAtMost(
    format.money(pair.about, about.symbol, pair.places),
    format.money(pair.most, most.symbol, pair.places),
  )
}

function renderRateHint(context: FlowContext, most: readonly Cost[]): TemplateResult {
  const hint = context.text.rateHint(formatCosts(context, most.map(roundCost)))
  return html`<span class="muted small">${hint}</span>`
}

/** Renders the collapsed transaction details, which load when the payer opens them. */
export function renderDetails(context: FlowContext): TemplateResult | typeof nothing {
  if (!context.settings.hasAdvanced) return nothing
  const { text, local } = context
  const open = (event: Event): void => {
    if (event.currentTarget instanceof HTMLDetailsElement && event.currentTarget.open)
      local.openDetails()
  }
  return html`<details part="details" @toggle=${open}>
    <summary>${renderIcon(icons.chevron, 'small directional')}${text.details}</summary>
    <div part="advanced">${local.details?.(context) ?? html`<span part="spinner" class="spinner" aria-hidden="true"></span>`}</div>
  </details>`
}

/** Renders a review again after a second; one call per element and second, however often it renders. */
export function countDown(update: () => void): void {
  clearTimeout(timers.get(update))
  timers.set(update, setTimeout(update, TICK_MS))
}

/** The timer of each element's next tick, by the function that renders the element again. */
const timers = new WeakMap<() => void, ReturnType<typeof setTimeout>>()
const TICK_MS = 1_000

/** The minimum number of decimals of the amounts in a column. */
const CENTS = 2
/** Longer lists of recipients scroll, so that the total and the button stay near. */
const MAX_UNSCROLLED = 5
