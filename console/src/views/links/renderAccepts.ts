import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { Failure } from '../../failure.ts'
import type { NetworkChoice } from '../../networkChoices.ts'
import { icons } from '../../ui/icons.ts'
import { renderChoice, renderFieldError } from '../../ui/renderField.ts'
import type { LinkTarget, PriceCurrency } from './linkTerms.ts'

/** The maximum number of currencies that a link accepts in addition to the target's. */
export const MAX_ACCEPTED = 19

/**
 * Renders the choice of further currencies in which payers can pay a fiat price into the target's wallet. They are on the networks of the
 * target's family, because the wallet has the same address there. Nothing if there are none.
 */
export function renderAccepts(
  view: ConsoleView,
  facts: {
    readonly target: LinkTarget | null
    readonly price: PriceCurrency | null
    readonly networks: readonly NetworkChoice[]
    readonly chosen: readonly string[]
    readonly failure: Failure | null
  },
): TemplateResult | typeof nothing {
  const { form } = view.context.text.links
  const { target, price, networks, chosen, failure } = facts
  if (target === null || price === null) return nothing
  const choices = networks
    .filter(({ family, isTest }) => {
      return family === target.network.family && isTest === target.network.isTest
    })
    .flatMap((network) => network.tokens.map((token) => ({ network, token })))
    .filter(({ token: { currencyId } }) => {
      return currencyId !== target.token.currencyId && price.payableIn.has(currencyId)
    })
  if (choices.length === 0) return nothing
  return html`<details class="fold" ?open=${chosen.length > 0 || failure?.fields['accepts'] !== undefined}>
    <summary>${renderIcon(icons.chevron)}${form.accepts}</summary>
    <fieldset aria-describedby=${failure?.fields['accepts'] ? 'accepts-error' : nothing}>
      <legend class="hint">${form.acceptsHint}</legend>
      <div class="columns">${choices.map(({ network, token }) =>
        renderChoice({
          type: 'checkbox',
          name: 'accepts',
          value: token.currencyId,
          label: form.route(token.symbol, network.name),
          isChecked: chosen.includes(token.currencyId),
        }),
      )}</div>
      ${renderFieldError('accepts', failure)}
    </fieldset>
  </details>`
}
