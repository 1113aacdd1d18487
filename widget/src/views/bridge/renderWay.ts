import { html, type TemplateResult } from 'lit'
import type { BridgeOption, PayOption } from '../../payOption.ts'
import { plainText } from '../../text/format.ts'
import type { BridgeText } from '../../text/text.ts'
import { describeBalance, isPossible, renderCoin, renderCosts } from '../options/options.ts'
import { formatCosts } from '../shell/elements.ts'
import type { FlowContext } from '../viewContext.ts'
import { describeDuration } from './describeDuration.ts'

/**
 * Renders the row of a way from another chain: the amount that leaves the wallet, the network fee, the total, the bridge's fee and
 * duration, and the balance.
 */
export function renderWay(
  context: FlowContext,
  bridgeWords: BridgeText,
  option: PayOption,
  bridge: BridgeOption,
): TemplateResult {
  const { model, text, actions } = context
  const isReading = model.optionId === option.id
  const canPay = isPossible(option)
  const bridgeFee = bridge.fee
    ? bridgeWords.feeOf(formatCosts(context, [bridge.fee]))
    : bridgeWords.noFee
  const duration = describeDuration(context, bridgeWords, bridge.durationS)
  const details = [bridgeWords.overBridge, bridgeFee, duration]
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join(' · ')
  return html`<button part="option" class="choice compact" type="button" ?disabled=${!canPay || model.optionId !== null} aria-busy=${isReading} @click=${() => actions.selectOption(option.id)}>
    ${isReading ? html`<span part="spinner" class="spinner mark" aria-hidden="true"></span>` : renderCoin(context, option.symbol, option.network)}
    <span class="grow">
      <span class="line"><span><bdi part="option-token" class="name">${plainText(option.symbol)}</bdi> <span part="option-chain" class="muted small">${text.onNetwork(plainText(bridge.networkName))}</span></span><span class="end name">${formatCosts(context, option.spending)}</span></span>
      ${renderCosts(context, bridge.costs)}
      <span part="option-badge" class="line muted small">${details}</span>
      <span part="option-balance" class="line small ${canPay ? 'muted' : 'problem'}">${describeBalance(context, option)}</span>
    </span>
  </button>`
}
