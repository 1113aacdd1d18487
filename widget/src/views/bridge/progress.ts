import { html, nothing, type TemplateResult } from 'lit'
import type { Crossing } from '../../crossing.ts'
import type { Model, StepView } from '../../model.ts'
import { plainText } from '../../text/format.ts'
import {
  describeConfirmations,
  findHint,
  instruction,
  progress,
  renderStep,
  renderStop,
} from '../progress/progress.ts'
import { renderWaiting } from '../progress/renderWaiting.ts'
import { formatCosts, renderExternalLink, renderHeading } from '../shell/elements.ts'
import type { FlowContext, Screen } from '../viewContext.ts'
import type { BridgeKit } from './bridgeScreens.ts'

/** Creates the screen with two legs: the payment on its own chain, and its arrival on the other. */
export function createProgress(kit: BridgeKit): Screen<FlowContext> {
  const { words } = kit
  return {
    ...progress,
    heading: (context) => describe(context, kit),
    announcement: (context) => {
      const { confirmations, state } = context.model
      const isCounting = state === 'confirming' && confirmations !== null
      const count = isCounting && describeConfirmations(context, confirmations)
      return [describe(context, kit), count].filter(Boolean).join('. ')
    },
    body: (context) => {
      const { model, text } = context
      const isSent = model.state === 'confirming' || model.state === 'settling'
      const { approveHint } = words
      const hint = findStory(model, kit) ?? findHint({ ...context, text: { ...text, approveHint } })
      return html`<div part="instruction" class="lead">
          ${renderHeading(describe(context, kit))} ${hint ? html`<p>${hint}</p>` : nothing}
        </div>
        ${renderWaiting(context)}
        <ol part="steps" class="steps">
          ${model.steps.map((step) => renderLeg(context, kit, step))}
        </ol>
        ${renderBridgePage(context, kit)} ${renderStop(context)}
        ${isSent ? html`<p class="muted small">${words.canClose}</p>` : nothing}
        ${!isSent && model.persistence !== 'durable' ? html`<p class="muted small">${text.keepOpen}</p>` : nothing}`
    },
  }
}

function describe(context: FlowContext, { words }: BridgeKit): string {
  const { model } = context
  if (isUnanswered(model)) return words.unansweredTitle
  if (model.state === 'confirming') return words.sent(source(model))
  if (model.state !== 'settling') return instruction(context)
  if (findArrival(model)) return words.arrived(destination(model))
  return model.crossing?.isElsewhere
    ? words.elsewhere(source(model), destination(model))
    : words.bridging(destination(model))
}

/** Finds the text below the heading; null if the hint for the decision in the wallet may appear there. */
function findStory(model: Model, { words }: BridgeKit): string | null {
  if (isUnanswered(model)) return words.unansweredText(destination(model))
  return model.crossing?.isElsewhere ? words.elsewhereText : null
}

/** Replaces the step that waits for the service with two steps: the bridge's transfer, then the service's confirmation. */
function renderLeg(context: FlowContext, kit: BridgeKit, step: StepView): TemplateResult {
  const { words } = kit
  const { model } = context
  if (step.kind === 'confirm') return renderStep(context, step, words.confirmedOn(source(model)))
  if (step.kind === 'pay' && model.crossing?.isElsewhere)
    return renderStep(context, step, describeSent(context, kit))
  if (step.kind !== 'settle') return renderStep(context, step)
  const arrival = findArrival(model)
  const isOver = step.status === 'active' && arrival !== null
  const leg: StepView = {
    kind: 'settle',
    status: isOver ? 'done' : step.status,
    ...(arrival && { hash: arrival.hash, explorerUrl: arrival.explorerUrl }),
  }
  const settle: StepView = isOver ? step : { kind: 'settle', status: 'waiting' }
  return html`${renderStep(context, leg, words.delivered(destination(model)))}${renderStep(context, settle)}`
}

function describeSent(context: FlowContext, { words }: BridgeKit): string | null {
  const { crossing } = context.model
  if (!crossing?.cost) return null
  return words.sentOn(formatCosts(context, [crossing.cost]), source(context.model))
}

type Arrival = { readonly hash: string; readonly explorerUrl: string | null }

/** Finds the transaction on the payment's own network; null until the service has seen it. */
function findArrival({ payment }: Model): Arrival | null {
  const seen = payment?.transactions.find(({ status }) => status === 'confirming')
  return seen ? { hash: seen.txHash, explorerUrl: seen.explorerUrl } : null
}

/** Renders a link to the bridge's page for the transfer, if the service returned one. */
function renderBridgePage(context: FlowContext, { words }: BridgeKit): unknown {
  const url = context.model.crossing?.transfer?.explorerUrl
  const link = renderExternalLink(context, url, words.bridgePage)
  return link === nothing ? nothing : html`<p class="small">${link}</p>`
}

/** Returns whether the bridge did not respond although no money has arrived. */
function isUnanswered(model: Model): boolean {
  return model.crossing?.transfer?.status === 'unanswered' && findArrival(model) === null
}

function source(model: Model): string {
  return nameOf(model, 'sourceName')
}

function destination(model: Model): string {
  return nameOf(model, 'destinationName')
}

function nameOf(
  { crossing }: Model,
  which: keyof Pick<Crossing, 'sourceName' | 'destinationName'>,
) {
  return plainText(crossing?.[which] ?? '')
}
