import { html, nothing, type TemplateResult } from 'lit'
import type { BridgeReview, Review } from '../../review.ts'
import { plainText } from '../../text/format.ts'
import { renderNetworkFee, renderTotal } from '../review/costRows.ts'
import {
  countDown,
  type MainPress,
  nameShare,
  renderDetails,
  renderFee,
  renderPrompts,
  review,
} from '../review/review.ts'
import { formatCosts, renderButton, renderHeading, renderNote } from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import { renderAccount } from '../shell/renderAccount.ts'
import { renderAddress, renderRow } from '../shell/rows.ts'
import type { FlowContext, Screen } from '../viewContext.ts'
import type { BridgeKit } from './bridgeScreens.ts'
import { describeDuration } from './describeDuration.ts'

/**
 * Creates the review of a payment from another chain. It shows:
 * - the amount that leaves the wallet on one chain;
 * - the payees and their amounts on the other;
 * - the validity of the price;
 * - which parts were verified.
 */
export function createReview(kit: BridgeKit): Screen<FlowContext> {
  const { words, ended } = kit
  return {
    ...review,
    body: (context) => {
      const { model, text, actions } = context
      const shown = model.review
      if (!shown?.bridge) return html``
      const isOver = shown.bridge.expiresAt <= Date.now()
      const label = words.pay(formatCosts(context, shown.spending), plainText(shown.networkName))
      const pay = { label, part: 'pay-button button', onClick: () => actions.pay() }
      const main: MainPress = isOver
        ? {
            label: ended.newPrice,
            part: 'new-price-button button',
            onClick: () => actions.refresh(),
          }
        : pay
      return html`${renderHeading(text.reviewTitle)} ${renderAccount(context)}
        ${isOver ? renderNote('info', ended.priceEnded) : nothing}
        ${renderSummary(context, kit, shown, shown.bridge)}
        ${renderAssurance(context, kit, shown, shown.bridge)}
        ${renderDetails(context)} ${isOver ? nothing : renderPrompts(context, shown)}
        <div class="actions dock">
          ${isOver ? nothing : renderPrice(context, kit, shown, shown.bridge)}
          ${renderButton({ kind: 'primary', ...main })}
        </div>
        ${renderButton({ label: text.back, kind: 'quiet', onClick: () => actions.back() })}`
    },
  }
}

/** Renders the sums that make up the total first, so that the total is in sight above Pay. */
function renderSummary(
  context: FlowContext,
  { words, renderRate }: BridgeKit,
  { items, spending, networkName, quote }: Review,
  bridge: BridgeReview,
): TemplateResult {
  const { text, format } = context
  const [item] = items
  if (!item) return html``
  const { fee } = item
  const { costs } = bridge
  const networkFee = costs && { ...costs.networkFee, worth: costs.feeWorth }
  return html`<dl part="summary" class="summary">
    ${renderRow(words.leaves, formatCosts(context, spending), { isStrong: true })}
    ${renderNetworkFee(context, networkFee)}
    ${renderTotal(context, { sum: { paid: spending, isMore: false }, fee: networkFee, total: costs?.total ?? null })}
    ${renderRow(nameShare(context), format.money(item.amount, item.symbol, 2))}
    ${fee ? renderFee(context, fee, [{ symbol: item.symbol, amount: fee.amount }]) : nothing}
    ${bridge.fee ? renderRow(words.bridgeFee, formatCosts(context, [bridge.fee])) : nothing}
    ${renderRow(words.from, html`<bdi>${plainText(networkName)}</bdi>`)}
    ${renderRow(words.to, html`<bdi>${plainText(bridge.destinationName)}</bdi>`)}
    ${quote ? renderRate(context, quote) : nothing}
    ${renderRow(words.arrival, describeDuration(context, words, bridge.durationS))}
    ${renderRow(text.recipient, renderAddress(context, item.payee, text.recipient), { isStacked: true, part: 'recipient' })}
  </dl>`
}

/** Renders the price's countdown. The bridge's price is read again before it ends, and remains on screen if it is unchanged. */
function renderPrice(
  { format, actions }: FlowContext,
  { words, update }: BridgeKit,
  { quote }: Review,
  { expiresAt }: BridgeReview,
): TemplateResult {
  const leftS = Math.ceil((expiresAt - Date.now()) / 1_000)
  countDown(update)
  // Once the quote has ended, the payer reviews the next one.
  const isOfQuote = typeof quote?.expiresAt === 'number' && quote.expiresAt <= expiresAt
  if (leftS <= RENEWAL_S && !isOfQuote && mayRenew(update)) queueMicrotask(() => actions.refresh())
  return html`<p class="muted small">${words.priceFor(format.count(leftS))}</p>`
}

function renderAssurance(
  context: FlowContext,
  { words }: BridgeKit,
  shown: Review,
  { isCarried, destinationName }: BridgeReview,
): TemplateResult {
  const network = plainText(destinationName)
  const most = words.limited(formatCosts(context, shown.spending))
  const text = isCarried ? `${most} ${words.carried(network)}` : most
  return html`<div class="assurance">
      ${renderIcon(icons.shield)}
      <p><strong>${words.verifiedTitle}</strong> ${text}</p>
    </div>
    ${isCarried ? nothing : renderNote('warning', words.notCarried(network))}`
}

/** The time before the end of a price at which the next one is read. */
const RENEWAL_S = 6
const LEAST_PAUSE_MS = 3_000
/** After this time without a press, a review on screen requests no more prices. */
const MAX_RENEWED_MS = 10 * 60_000
/** Prices further apart than this belong to different reviews. */
const MAX_PAUSE_MS = 11 * 60_000

/** The first and the latest renewal in each element, by the function that renders the element again. */
const renewals = new WeakMap<() => void, { readonly sinceMs: number; readonly lastMs: number }>()

/** Returns whether a price may be read again now: at most every few seconds, for some minutes, and only while the page is visible. */
function mayRenew(update: () => void): boolean {
  const now = Date.now()
  const known = renewals.get(update)
  const { sinceMs, lastMs } =
    known === undefined || now - known.lastMs > MAX_PAUSE_MS ? { sinceMs: now, lastMs: 0 } : known
  const isDue = now - lastMs >= LEAST_PAUSE_MS && now - sinceMs <= MAX_RENEWED_MS
  if (!isDue || document.visibilityState !== 'visible') return false
  renewals.set(update, { sinceMs, lastMs: now })
  return true
}
