import { html, nothing, type TemplateResult } from 'lit'
import type { Model, StepView } from '../../model.ts'
import { renderButton, renderExternalLink, renderHeading } from '../shell/elements.ts'
import { flowIcons } from '../shell/flowIcons.ts'
import { icons, renderIcon } from '../shell/icons.ts'
import type { FlowContext, Screen } from '../viewContext.ts'
import { describeCost } from './describeCost.ts'
import { renderWaiting } from './renderWaiting.ts'

/** The screen from the press of Pay to the service's confirmation, with the payer's next action and the progress. */
export const progress: Screen<FlowContext> = {
  id: 'progress',
  heading: instruction,
  announcement: (context) => {
    const { confirmations } = context.model
    const count = confirmations && describeConfirmations(context, confirmations)
    return [instruction(context), count].filter(Boolean).join('. ')
  },
  body: (context) => {
    const { model } = context
    const hint = findHint(context)
    return html`<div part="instruction" class="lead">
        ${renderHeading(instruction(context))} ${hint ? html`<p>${hint}</p>` : nothing}
      </div>
      ${renderWaiting(context)} ${renderSteps(context)} ${renderStop(context)}
      ${isSent(model) ? html`<p class="muted small">${context.text.canClose}</p>` : nothing}
      ${!isSent(model) && model.persistence !== 'durable' ? html`<p class="muted small">${context.text.keepOpen}</p>` : nothing}`
  },
}

/** Returns the next action, or the current activity, in one line. */
export function instruction(context: FlowContext): string {
  const { model, text, names } = context
  const active = model.steps.find((step) => step.status === 'active')
  const isMining = active?.hash !== undefined
  const { amount, symbol } = describeCost(context, active)
  switch (model.state) {
    case 'preparing':
      return text.preparing
    case 'switching':
      return text.switching(names.network, names.wallet)
    case 'resetting':
      return isMining ? text.resettingMined(symbol) : text.resetting(symbol, names.wallet)
    case 'approving':
    case 'permitting':
      return isMining ? text.approvingMined(amount) : text.approving(amount, names.wallet)
    case 'signing':
      return text.signing(names.wallet)
    case 'broadcasting':
      return text.broadcasting
    case 'confirming':
      return text.confirming
    case 'settling':
      if (model.note?.code === 'safe_waiting') return text.signing(names.wallet)
      return active?.kind === 'confirm' ? text.confirming : text.settling(names.merchant)
    default:
      return text.progressTitle
  }
}

/** Finds a hint for the decision in the wallet; null if there is none. */
export function findHint({ model, text }: FlowContext): string | null {
  const isMining = model.steps.some((step) => step.status === 'active' && step.hash)
  if (model.state !== 'approving' && model.state !== 'resetting') return null
  return isMining ? text.minedHint : text.approveHint
}

function isSent({ state }: Model): boolean {
  return state === 'confirming' || state === 'settling'
}

function renderSteps(context: FlowContext): TemplateResult {
  const { steps } = context.model
  if (steps.length === 0) {
    return html`<span part="spinner" class="spinner" aria-hidden="true"></span>`
  }
  return html`<ol part="steps" class="steps">
    ${steps.map((step) => renderStep(context, step))}
  </ol>`
}

/** Renders one step of the list; `said` replaces the default label. */
export function renderStep(
  context: FlowContext,
  step: StepView,
  said: string | null = null,
): TemplateResult {
  const { model, text, names } = context
  const label = said ?? text.steps[step.kind]({ ...names, ...describeCost(context, step) })
  const count = step.kind === 'confirm' && step.status === 'active' ? model.confirmations : null
  return html`<li part="step" class="step ${step.status}" aria-current=${step.status === 'active' ? 'step' : nothing}>
    <span part="step-marker" class="step-marker" aria-hidden="true">${step.status === 'done' ? renderIcon(icons.check) : step.status === 'failed' ? renderIcon(flowIcons.cross) : nothing}</span>
    <div class="step-body">
      <span part="step-label" class="step-label">${label}<span class="visually-hidden"> (${text.stepStatus[step.status]})</span></span>
      ${count ? renderConfirmations(context, count) : nothing}
      ${step.explorerUrl && step.kind !== 'confirm' ? html`<span class="small">${renderExternalLink(context, step.explorerUrl, text.viewTransaction)}</span>` : nothing}
    </div>
  </li>`
}

type Confirmations = NonNullable<Model['confirmations']>

/** Returns the payment's confirmations, in words. */
export function describeConfirmations({ text, format }: FlowContext, count: Confirmations): string {
  return text.confirmations(
    format.count(Math.min(count.current, count.required)),
    format.count(count.required),
  )
}

function renderConfirmations(context: FlowContext, count: Confirmations): TemplateResult {
  return html`<span class="muted small">${describeConfirmations(context, count)}</span>
    <svg class="meter directional" viewBox="0 0 ${count.required} 1" preserveAspectRatio="none" aria-hidden="true"><rect width=${Math.min(count.current, count.required)} height="1"></rect></svg>`
}

/**
 * Renders a button with which the payer stops a payment whose wallet does not respond. While the wallet signs, the button checks
 * the chain first: only the chain can prove that nothing was sent.
 */
export function renderStop({ model, text, actions }: FlowContext): TemplateResult | typeof nothing {
  const isSigning = model.state === 'signing'
  const isBefore = ['switching', 'resetting', 'approving', 'permitting'].includes(model.state)
  if (model.waiting === 'none' || !(isSigning || isBefore)) return nothing
  const stop = (): void => (isSigning ? actions.checkAgain() : actions.back())
  return html`<div class="actions">${renderButton({ label: text.closedWallet, onClick: stop })}</div>`
}
