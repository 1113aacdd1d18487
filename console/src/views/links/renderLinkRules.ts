import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import type { TypedFormController } from '../../controllers/TypedFormController.ts'
import type { Failure } from '../../failure.ts'
import { icons } from '../../ui/icons.ts'
import { renderChoice } from '../../ui/renderField.ts'
import { renderPolicyFields } from '../access/renderPolicyFields.ts'
import type { RouteRules } from '../access/routeRules.ts'
import { renderFeeFields } from '../fees/renderFeeFields.ts'
import { sampleOf } from '../fees/sampleOf.ts'
import type { LinkDraft } from './linkTerms.ts'
import type { PriceOptions } from './readLinkForm.ts'

/** Renders the choice of a link's fee, with a preview, and the rules for its payers. */
export function renderLinkRules(
  view: ConsoleView<SignedInContext>,
  facts: {
    readonly draft: LinkDraft
    /** The currency of the price; null without one. */
    readonly currency: PriceOptions['currency']
    /** The price; null until the merchant has typed a valid one. */
    readonly amount: string | null
    readonly takesFee: boolean
    readonly onFee: () => void
    readonly typed: TypedFormController
    readonly route: RouteRules
    readonly failure: Failure | null
  },
): TemplateResult {
  const { clientIds } = view.context.text
  const { draft, currency, amount, takesFee, typed, route, failure } = facts
  return html`<div class="stack">
      ${renderChoice({
        type: 'checkbox',
        name: 'takesFee',
        value: 'yes',
        label: clientIds.fee,
        hint: clientIds.feeHint,
        isChecked: takesFee,
        onChange: facts.onFee,
      })}
      ${
        takesFee
          ? renderFeeFields(view, {
              draft: draft.fee ?? {},
              isOpen: false,
              typed,
              sample: sampleOf(currency, amount),
              failure,
            })
          : nothing
      }
    </div>
    ${renderPayerRules(view, { draft, route, failure })}`
}

/** Renders the rules for a link's payers, folded while neither the link nor its route has any. */
export function renderPayerRules(
  view: ConsoleView,
  {
    draft: { policy },
    route,
    failure,
  }: {
    readonly draft: Pick<LinkDraft, 'policy'>
    readonly route: RouteRules
    readonly failure: Failure | null
  },
): TemplateResult {
  const isRuled = policy !== null || (route !== null && route !== 'unknown')
  const isOpen = isRuled || failure?.fields['accessPolicy'] !== undefined
  return html`<details class="fold" ?open=${isOpen}>
    <summary>${renderIcon(icons.chevron)}${view.context.text.access.fold}</summary>
    <div class="stack">${renderPolicyFields(view, { draft: policy ?? {}, route, failure })}</div>
  </details>`
}
