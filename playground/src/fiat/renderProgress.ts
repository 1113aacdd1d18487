import { html, nothing, type TemplateResult } from 'lit'
import type { OfframpStep } from './offrampSteps.ts'

/** Renders the transfer's steps so far, and its final result. */
export function renderProgress(steps: readonly OfframpStep[], onNext: () => void): TemplateResult {
  const last = steps.at(-1)
  const isOver = last?.isFinal === true
  return html`<div class="stack">
    <ol class="progress" aria-label="Steps of the money">
      ${steps.map(
        (step) => html`<li class=${step.tone}>
          <span>${step.label}</span>
          <time datetime=${step.at}>${new Date(step.at).toLocaleTimeString()}</time>
          ${step.reason === null ? nothing : html`<small>${step.reason}</small>`}
        </li>`,
      )}
      ${isOver ? nothing : html`<li class="waiting"><span class="spinner"></span><span>${steps.length === 0 ? 'Waiting for the payment to be confirmed on chain' : 'Waiting for the next webhook'}</span></li>`}
    </ol>
    ${
      isOver
        ? html`<p class="note ${last.tone}" role="status">${last.tone === 'good' ? '✓ The money is in the bank account, and the order is paid.' : 'The payment has failed. Request it again, with another account.'}</p>
      <div><button @click=${onNext}>Make another payment</button></div>`
        : nothing
    }
  </div>`
}
