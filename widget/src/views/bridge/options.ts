import { html, nothing } from 'lit'
import { plainText } from '../../text/format.ts'
import { formatList } from '../../text/formatList.ts'
import type { BridgeText } from '../../text/text.ts'
import { byUse, isStuck, options, renderActions, renderOption } from '../options/options.ts'
import { renderHeading, renderNote } from '../shell/elements.ts'
import { renderAccount } from '../shell/renderAccount.ts'
import type { FlowContext, Screen } from '../viewContext.ts'
import type { BridgeKit } from './bridgeScreens.ts'
import { renderWay } from './renderWay.ts'

/**
 * Creates the screen with one row per chain and token: those that the account can afford, the direct one first, and then the others with
 * the missing amount, the least lacking first.
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
          ${model.options
            .toSorted(byUse)
            .map(
              (option) =>
                html`<li>${option.bridge ? renderWay(context, words, option, option.bridge) : renderOption(context, option)}</li>`,
            )}
        </ul>
        ${renderOmitted(context, words)}
        ${renderActions(context)}`
    },
  }
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
