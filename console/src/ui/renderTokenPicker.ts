import { maskAddress } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../ConsoleView.ts'
import type { TokenPickerController } from '../controllers/TokenPickerController.ts'
import type { NetworkChoice, TokenChoice } from '../networkChoices.ts'
import { renderBadge } from './elements.ts'
import { renderSelect } from './renderField.ts'

/** Renders the fields that choose a network and one of its tokens, with each token's address. */
export function renderTokenPicker(
  view: ConsoleView,
  picker: TokenPickerController,
  networks: readonly NetworkChoice[],
): TemplateResult {
  const { destinations } = view.context.text
  const picked = picker.pick(networks)
  if (picked === null) return html`<p class="muted">${destinations.noNetworks}</p>`
  const { network, token } = picked
  return html`${renderSelect(view, {
    name: 'network',
    label: destinations.network,
    value: network.id,
    choices: networks.map(({ id, name }) => [id, name] as const),
    onChange: (id) => picker.chooseNetwork(id),
    failure: null,
  })}
    <fieldset>
      <legend>${destinations.tokensOf(network.name)} ${network.isTest ? renderBadge('warning', destinations.testNetwork) : nothing}</legend>
      <div class="options">
        ${network.tokens.map((choice) =>
          renderToken(view, choice, {
            isChecked: choice.address === token.address,
            onChange: () => picker.chooseToken(choice.address),
          }),
        )}
      </div>
    </fieldset>`
}

function renderToken(
  view: ConsoleView,
  { symbol, name, address, isNative }: TokenChoice,
  state: { isChecked: boolean; onChange: () => void },
): TemplateResult {
  const { destinations } = view.context.text
  return html`<label class="option">
    <input type="radio" name="token" value=${address} .checked=${state.isChecked} @change=${state.onChange}>
    <span class="grow">
      <span><strong>${symbol}</strong> <span class="muted">${name}</span></span>
      <span class="hint">${isNative ? destinations.native : html`<code title=${address}>${maskAddress(address)}</code>`}</span>
    </span>
  </label>`
}
