import { html, nothing, type TemplateResult } from 'lit'
import type { BridgeOption, PayOption } from '../../payOption.ts'
import { enBridge } from '../../text/enBridge.ts'
import type { AcceptedText } from '../../text/text.ts'
import { renderOmitted } from '../bridge/options.ts'
import { renderWay } from '../bridge/renderWay.ts'
import { isPossible } from '../options/options.ts'
import type { Say } from '../pageRail.ts'
import type { FlowContext } from '../viewContext.ts'

/**
 * Renders the ways to pay with tokens that the payment does not accept and the wallet has. Names the chains that the service omitted.
 */
export function renderRoutes(
  context: FlowContext,
  { words, say }: { words: AcceptedText; say: Say },
): TemplateResult {
  const { model } = context
  const payable = model.options.filter((option) => option.bridge?.arrival && isPossible(option))
  const isComplete = !model.options.some(({ silentChains }) => silentChains)
  return html`<div part="other-tokens" class="routes">
    ${
      payable.length > 0
        ? html`<h3 class="muted small">${words.otherTokens}</h3>
          <ul part="options" class="choices">
            ${payable.map((option) => html`<li>${renderRoute(context, say, option, option.bridge)}</li>`)}
          </ul>`
        : nothing
    }
    ${payable.length === 0 && isComplete ? html`<p class="muted small">${words.noOtherToken}</p>` : nothing}
    ${renderOmitted(context, say('bridge', enBridge))}
  </div>`
}

/** Renders the row of a way from another chain. */
export function renderRoute(
  context: FlowContext,
  say: Say,
  option: PayOption,
  bridge: BridgeOption | undefined,
): TemplateResult | typeof nothing {
  return bridge ? renderWay(context, say('bridge', enBridge), option, bridge) : nothing
}
