import { html, nothing, type TemplateResult } from 'lit'
import type { BridgeOption, PayOption } from '../../payOption.ts'
import { enBridge } from '../../text/enBridge.ts'
import type { AcceptedText } from '../../text/text.ts'
import { renderOmitted } from '../bridge/options.ts'
import { renderWay, type WayWords } from '../bridge/renderWay.ts'
import { isPossible } from '../options/options.ts'
import type { Say } from '../pageRail.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import type { FlowContext } from '../viewContext.ts'

/**
 * Renders the ways to pay with tokens that the payment does not accept: those that the wallet can pay, and a section with the others,
 * which the payer can open. Names the chains that the service omitted.
 */
export function renderRoutes(
  context: FlowContext,
  { words, say }: { words: AcceptedText; say: Say },
): TemplateResult {
  const { model, format } = context
  const bridgeWords = say('bridge', enBridge)
  const kit = { words, bridgeWords }
  const ways = model.options.flatMap((option) =>
    option.bridge?.arrival ? [{ option, bridge: option.bridge }] : [],
  )
  const payable = ways.filter(({ option }) => isPossible(option))
  const others = ways.filter(({ option }) => !isPossible(option))
  const isComplete = !model.options.some(({ silentChains }) => silentChains)
  return html`<div part="other-tokens" class="routes">
    ${payable.length > 0 ? html`<h3 class="muted small">${words.otherTokens}</h3>${renderWays(context, kit, payable)}` : nothing}
    ${payable.length === 0 && isComplete ? html`<p class="muted small">${words.noOtherToken}</p>` : nothing}
    ${
      others.length > 0
        ? html`<details>
        <summary>${renderIcon(icons.chevron, 'small directional')}${words.lackingTokens(format.count(others.length))}</summary>
        ${renderWays(context, kit, others)}
      </details>`
        : nothing
    }
    ${renderOmitted(context, bridgeWords)}
  </div>`
}

type Way = { readonly option: PayOption; readonly bridge: BridgeOption }

function renderWays(context: FlowContext, words: WayWords, ways: readonly Way[]): TemplateResult {
  return html`<ul part="options" class="choices">
    ${ways.map(({ option, bridge }) => html`<li>${renderWay(context, words, option, bridge)}</li>`)}
  </ul>`
}
