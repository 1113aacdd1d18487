import { isFinal, offrampMachine } from '@secure-payment/core/offramp'
import { plainText, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { OfframpRecord } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import { icons } from '../../ui/icons.ts'
import { offrampTone } from './offrampTones.ts'

type Step = OfframpRecord['steps'][number]

/** Renders every status that an offramp has had, with its time and reason. The current status has a spinner until it is final. */
export function renderTimeline(view: ConsoleView, { steps }: OfframpRecord): TemplateResult {
  const { text, format } = view.context
  const { payers } = text
  return html`<ol class="timeline" aria-label=${payers.offramps.steps}>
    ${steps.map((step, index) => {
      const isCurrent = index === steps.length - 1
      return html`<li aria-current=${isCurrent ? 'step' : nothing}>
        ${renderDot(step, isCurrent)}
        <div class="step">
          <span>${payers.offramps.status[step.status]}</span>
          <time datetime=${step.createdAt}>${format.dateTime(step.createdAt)}</time>
          ${step.reason === null ? nothing : html`<p class="hint reason">${payers.reason(plainText(step.reason))}</p>`}
        </div>
      </li>`
    })}
  </ol>`
}

function renderDot({ status }: Step, isCurrent: boolean): TemplateResult {
  if (isCurrent && !isFinal(offrampMachine, status)) {
    return html`<span class="dot" aria-hidden="true"><span class="spinner"></span></span>`
  }
  const tone = offrampTone(status)
  // An earlier step is shown as a success, unless its status has a colour of its own.
  const shown = tone === 'neutral' ? 'success' : tone
  return html`<span class="dot ${shown}" aria-hidden="true">${renderIcon(shown === 'success' ? icons.check : icons.alert)}</span>`
}
