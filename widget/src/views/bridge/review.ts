import { html, nothing, type TemplateResult } from 'lit'
import type { BridgeReview, Review } from '../../review.ts'
import { plainText } from '../../text/format.ts'
import {
  countDown,
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
 * Shows:
 * - the amount that leaves the wallet on one chain;
 * - the payees and their amounts on the other;
 * - the validity of the price;
 * - which parts were verified.
 */
export function createReview(kit: BridgeKit): Screen<FlowContext> {
  const { words } = kit
  return {
    ...review,
    body: (context) => {
      const { model, text, actions } = context
      const shown = model.review
      if (!shown?.bridge) return html``
      const pay = words.pay(formatCosts(context, shown.spending), plainText(shown.networkName))
      return html`${renderHeading(text.reviewTitle)} ${renderAccount(context)}
        ${renderSummary(context, kit, shown, shown.bridge)}
        ${renderPrice(context, kit, shown.bridge)}
        ${renderAssurance(context, kit, shown, shown.bridge)}
        ${renderDetails(context)} ${renderPrompts(context, shown)}
        <div class="actions dock">
          ${renderButton({ label: pay, kind: 'primary', part: 'pay-button button', onClick: () => actions.pay() })}
        </div>
        ${renderButton({ label: text.back, kind: 'quiet', onClick: () => actions.back() })}`
    },
  }
}

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
  return html`<dl part="summary" class="summary">
    ${renderRow(words.leaves, formatCosts(context, spending), { isStrong: true })}
    ${renderRow(words.from, html`<bdi>${plainText(networkName)}</bdi>`)}
    ${renderRow(nameShare(context), format.money(item.amount, item.symbol, 2))}
    ${renderRow(words.to, html`<bdi>${plainText(bridge.destinationName)}</bdi>`)}
    ${fee ? renderFee(context, fee, [{ symbol: item.symbol, amount: fee.amount }]) : nothing}
    ${quote ? renderRate(context, quote) : nothing}
    ${bridge.fee ? renderRow(words.bridgeFee, formatCosts(context, [bridge.fee])) : nothing}
    ${renderRow(words.arrival, describeDuration(context, words, bridge.durationS))}
    ${renderRow(text.networkFee, html`<span class="muted">${text.networkFeeText}</span>`)}
    ${renderRow(text.recipient, renderAddress(context, item.payee, text.recipient), { isStacked: true, part: 'recipient' })}
  </dl>`
}

/** Renders the price's countdown. The Pay button stays after the price expires, because a press reads the price again. */
function renderPrice(
  { format }: FlowContext,
  { words, update }: BridgeKit,
  { expiresAt }: BridgeReview,
): TemplateResult {
  const leftS = Math.ceil((expiresAt - Date.now()) / 1_000)
  if (leftS <= 0) return html`<p class="muted small">${words.priceEnded}</p>`
  countDown(update)
  return html`<p class="muted small">${words.priceFor(format.count(leftS))}</p>`
}

function renderAssurance(
  context: FlowContext,
  { words }: BridgeKit,
  shown: Review,
  { isCarried, destinationName }: BridgeReview,
): TemplateResult {
  const amount = formatCosts(context, shown.spending)
  const network = plainText(destinationName)
  const text = isCarried ? words.verifiedText(amount, network) : words.limited(amount)
  return html`<div class="assurance">
      ${renderIcon(icons.shield)}
      <p><strong>${words.verifiedTitle}</strong> ${text}</p>
    </div>
    ${isCarried ? nothing : renderNote('warning', words.notCarried(network))}`
}
