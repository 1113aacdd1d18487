import { html, nothing, type TemplateResult } from 'lit'
import type { BridgeOption, PayOption } from '../../payOption.ts'
import { plainText } from '../../text/format.ts'
import { formatList } from '../../text/formatList.ts'
import type { BridgeText } from '../../text/text.ts'
import {
  describeBalance,
  isStuck,
  options,
  renderActions,
  renderCoin,
  renderOption,
} from '../options/options.ts'
import { formatCosts, renderHeading, renderNote } from '../shell/elements.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import { renderAccount } from '../shell/renderAccount.ts'
import type { FlowContext, Screen } from '../viewContext.ts'
import type { BridgeKit } from './bridgeScreens.ts'
import { describeDuration } from './describeDuration.ts'

/**
 * Creates the screen with one row per chain and token, the direct one first. A row that the account cannot afford shows the
 * missing amount.
 */
export function createOptions(kit: BridgeKit): Screen<FlowContext> {
  const { words } = kit
  return {
    ...options,
    body: (context) => {
      const { model, text } = context
      return html`${renderHeading(text.optionsTitle)} ${renderAccount(context, isStuck(context))}
        <slot name="before-options"></slot>
        <ul class="choices">
          ${model.options.map(
            (option) =>
              html`<li>${option.bridge ? renderWay(context, kit, option, option.bridge) : renderOption(context, option)}</li>`,
          )}
        </ul>
        ${renderOmitted(context, words)}
        ${renderActions(context)}`
    },
  }
}

function renderWay(
  context: FlowContext,
  { words }: BridgeKit,
  option: PayOption,
  bridge: BridgeOption,
): TemplateResult {
  const { model, text, actions } = context
  const isReading = model.optionId === option.id
  const { hasEnoughBalance } = option
  const details = [
    bridge.fee ? words.feeOf(formatCosts(context, [bridge.fee])) : words.noFee,
    describeDuration(context, words, bridge.durationS),
  ]
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join(' · ')
  return html`<button part="option" class="choice" type="button" ?disabled=${!hasEnoughBalance || model.optionId !== null} aria-busy=${isReading} @click=${() => actions.selectOption(option.id)}>
    ${renderCoin(context, option.symbol, bridge.chain)}
    <span class="grow">
      <span class="line name"><bdi part="option-token">${plainText(option.symbol)}</bdi><span class="end">${formatCosts(context, option.spending)}</span></span>
      <span class="line muted small"><span part="option-chain">${text.onNetwork(plainText(bridge.networkName))}</span><span part="option-badge">${words.overBridge}</span></span>
      <span part="option-fee" class="line muted small">${details}</span>
      <span part="option-balance" class="line small ${hasEnoughBalance ? 'muted' : 'problem'}">${describeBalance(context, option)}</span>
    </span>
    ${isReading ? html`<span part="spinner" class="spinner" aria-hidden="true"></span>` : hasEnoughBalance ? renderIcon(icons.chevron, 'chevron directional') : nothing}
  </button>`
}

/** Names the chains whose node or bridge timed out, and those from which a payment would arrive too late. */
export function renderOmitted(
  { model, format }: FlowContext,
  words: BridgeText,
): readonly unknown[] {
  const silent = model.options.flatMap(({ silentChains }) => silentChains ?? [])
  const slow = model.options.flatMap(({ slowChains }) => slowChains ?? [])
  const name = (chains: readonly string[]) => formatList(format, chains.map(plainText))
  return [
    silent.length === 0 ? nothing : renderNote('info', words.silent(name(silent))),
    slow.length === 0 ? nothing : renderNote('info', words.slow(name(slow))),
  ]
}
