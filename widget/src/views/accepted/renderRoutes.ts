import { html, nothing, type TemplateResult } from 'lit'
import type { AcceptedArrival, BridgeOption, PayOption } from '../../payOption.ts'
import { enBridge } from '../../text/enBridge.ts'
import { plainText } from '../../text/format.ts'
import type { AcceptedText, BridgeText } from '../../text/text.ts'
import { describeDuration } from '../bridge/describeDuration.ts'
import { renderOmitted } from '../bridge/options.ts'
import { describeBalance, formatRounded, renderCoin } from '../options/options.ts'
import type { Say } from '../pageRail.ts'
import { formatCosts } from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import type { FlowContext } from '../viewContext.ts'

/**
 * Renders the ways to pay with tokens that the payment does not accept. Their section is open if the wallet can pay one of them. Names
 * the chains that the service omitted.
 */
export function renderRoutes(
  context: FlowContext,
  { words, say }: { words: AcceptedText; say: Say },
): TemplateResult {
  const { model, format } = context
  const bridgeWords = say('bridge', enBridge)
  const ways = model.options.flatMap((option) =>
    option.bridge?.arrival
      ? [{ option, bridge: option.bridge, arrival: option.bridge.arrival }]
      : [],
  )
  const isOpen = ways.some(({ option }) => option.hasEnoughBalance)
  const hasPayable = isOpen ? nothing : html`<p class="muted small">${words.noOtherToken}</p>`
  return html`${hasPayable}
    ${
      ways.length === 0
        ? nothing
        : html`<details part="other-tokens" ?open=${isOpen}>
    <summary>${renderIcon(icons.chevron, 'small directional')}${words.tokens(format.count(ways.length))}</summary>
    <ul part="options" class="choices">
      ${ways.map((way) => html`<li>${renderWay(context, { words, bridgeWords }, way)}</li>`)}
    </ul>
  </details>`
    }
    ${renderOmitted(context, bridgeWords)}`
}

type Way = {
  readonly option: PayOption
  readonly bridge: BridgeOption
  readonly arrival: AcceptedArrival
}

function renderWay(
  context: FlowContext,
  { words, bridgeWords }: { words: AcceptedText; bridgeWords: BridgeText },
  { option, bridge, arrival }: Way,
): TemplateResult {
  const { model, text, actions } = context
  const isReading = model.optionId === option.id
  const { hasEnoughBalance } = option
  const { total } = arrival
  const cost = arrival.feeWorth ?? arrival.networkFee
  const fee = cost && words.networkFee(formatRounded(context, cost))
  const bridgeFee = bridge.fee
    ? bridgeWords.feeOf(formatCosts(context, [bridge.fee]))
    : bridgeWords.noFee
  const duration = describeDuration(context, bridgeWords, bridge.durationS)
  const details = [bridgeWords.overBridge, bridgeFee, duration]
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join(' · ')
  return html`<button part="option" class="choice compact" type="button" ?disabled=${!hasEnoughBalance || model.optionId !== null} aria-busy=${isReading} @click=${() => actions.selectOption(option.id)}>
    ${isReading ? html`<span part="spinner" class="spinner mark" aria-hidden="true"></span>` : renderCoin(context, option.symbol, option.network)}
    <span class="grow">
      <span class="line"><span><bdi part="option-token" class="name">${plainText(option.symbol)}</bdi> <span part="option-chain" class="muted small">${text.onNetwork(plainText(bridge.networkName))}</span></span><span class="end name">${formatCosts(context, option.spending)}</span></span>
      <span class="line muted small">${fee ? html`<span part="option-fee">${fee}</span>` : nothing}${total ? html`<span part="option-total" class="end">${words.total(formatRounded(context, total))}</span>` : nothing}</span>
      <span part="option-badge" class="line muted small">${details}</span>
      <span part="option-balance" class="line small ${hasEnoughBalance ? 'muted' : 'problem'}">${describeBalance(context, option)}</span>
    </span>
  </button>`
}
