import { html, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import type { TypedFormController } from '../../controllers/TypedFormController.ts'
import type { Failure } from '../../failure.ts'
import { renderInput, renderSelect } from '../../ui/renderField.ts'
import type { FeeSample } from './console-fee-preview.ts'
import { type Bearer, readFee } from './readFee.ts'
import './console-fee-preview.ts'

/** A fee's initial values; absent members leave a field empty. */
export type FeeDraft = {
  readonly percentage?: string | null | undefined
  readonly address?: string | null | undefined
  readonly bearer?: Bearer
}

/** Renders the fields of a fee, and a preview of `sample` with this fee. */
export function renderFeeFields(
  view: ConsoleView<SignedInContext>,
  facts: {
    readonly draft: FeeDraft
    /** Whether each payment may choose the bearer. */
    readonly isOpen: boolean
    readonly typed: TypedFormController
    /** The payment that the preview shows; null without one. */
    readonly sample: Omit<FeeSample, 'feePercentage' | 'feeAddress' | 'bearer'> | null
    readonly failure: Failure | null
  },
): TemplateResult {
  const { text } = view.context
  const { clientIds, fees } = text
  const { draft, isOpen, typed, sample, failure } = facts
  const { fields, ...fee } = readFee(typed, { text })
  const isComplete = Object.keys(fields).length === 0
  const choices = [
    ...(isOpen ? [['', fees.bearers.call] as const] : []),
    ['payer', fees.bearers.payer] as const,
    ['payee', fees.bearers.payee] as const,
  ]
  return html`<div class="pair">
      ${renderInput(view, { name: 'feePercentage', label: clientIds.feePercentage, value: draft.percentage, inputMode: 'decimal', failure })}
      ${renderInput(view, { name: 'feeAddress', label: clientIds.feeAddress, value: draft.address, isMono: true, maxLength: 64, failure })}
    </div>
    ${renderSelect(view, { name: 'feeBearer', label: fees.bearer, value: draft.bearer, choices, failure })}
    <console-fee-preview
      .context=${view.context}
      .sample=${isComplete && sample !== null ? { ...sample, ...fee } : null}
    ></console-fee-preview>`
}
