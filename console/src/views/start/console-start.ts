import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { formatRoute, type Route } from '../../routes.ts'
import { renderNote, renderPageHead } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { readBindingFacts } from '../client-ids/readBindingFacts.ts'
import { findProgress, type Progress, type ProgressFacts, type StepName } from './findProgress.ts'
import { startStyles } from './startStyles.ts'
import '../account/console-merchant-name.ts'

/** The checklist from an empty account to a paid order. */
export class ConsoleStart extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, startStyles]
  readonly #facts = new LoadController<Omit<ProgressFacts, 'session'>>(this, (signal) =>
    this.#read(signal),
  )

  protected override render(): TemplateResult {
    const { start } = this.context.text
    return html`<div class="page">
      ${renderPageHead({ title: start.title, lead: start.lead })}
      ${renderLoaded(this, this.#facts, (facts) =>
        this.#renderSteps(findProgress({ ...facts, session: this.context.session }, this.context)),
      )}
    </div>`
  }

  async #read(signal: AbortSignal): Promise<Omit<ProgressFacts, 'session'>> {
    const { client } = this.context
    const [clientIds, webhooks, binding] = await Promise.all([
      client.sessionClientIds.list({}, { signal }),
      client.webhooks.list({}, { signal }),
      readBindingFacts(this.context, signal),
    ])
    return { clientIds, webhooks, binding }
  }

  #renderSteps(steps: readonly Progress[]): TemplateResult {
    const { start } = this.context.text
    const done = steps.filter((step) => step.done !== null).length
    const next = steps.find((step) => step.done === null)
    return html`<div class="progress">
        <progress max=${steps.length} value=${done} aria-label=${start.title}></progress>
        <span class="muted">${start.progress(done, steps.length)}</span>
      </div>
      ${next === undefined ? renderNote('success', html`<p>${start.allDone}</p>`) : nothing}
      <ol class="steps">
        ${steps.map((step, index) => this.#renderStep(step, index + 1, step === next))}
      </ol>`
  }

  #renderStep({ name, done }: Progress, number: number, isNext: boolean): TemplateResult {
    const { start } = this.context.text
    const isAccount = this.context.session.kind === 'account'
    const open =
      name === 'destination' && isAccount ? start.destination.accountText : start[name].text
    return html`<li class="step ${done === null ? '' : 'done'} ${isNext ? 'next' : ''}">
      <span class="marker" aria-hidden="true">${done === null ? number : renderIcon(icons.check)}</span>
      <div class="stack tight">
        <h2>${start[name].title}<span class="visually-hidden"> (${done === null ? start.open : start.done})</span></h2>
        <p class="muted">${done ?? open}</p>
        ${name === 'name' && done === null ? html`<console-merchant-name .context=${this.context}></console-merchant-name>` : nothing}
      </div>
      ${name === 'name' ? nothing : this.#renderLink(name, { isDone: done !== null, isNext, isAccount })}
    </li>`
  }

  #renderLink(
    name: Exclude<StepName, 'name'>,
    state: { isDone: boolean; isNext: boolean; isAccount: boolean },
  ): TemplateResult {
    const { start, nav } = this.context.text
    const { isDone, isNext, isAccount } = state
    const action =
      name === 'destination' && isAccount ? start.destination.accountAction : start[name].action
    const route = ROUTES[name]
    return html`<a class="button compact ${isNext ? 'primary' : ''}" href=${formatRoute(route)}>${isDone ? nav[route.name] : action}</a>`
  }
}

const ROUTES = {
  destination: { name: 'destinations' },
  clientId: { name: 'clientIds' },
  webhook: { name: 'webhooks' },
  embed: { name: 'embed' },
} as const satisfies Record<Exclude<StepName, 'name'>, Route>

customElements.define('console-start', ConsoleStart)

declare global {
  interface HTMLElementTagNameMap {
    'console-start': ConsoleStart
  }
}
