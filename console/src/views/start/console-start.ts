import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ReceivedPayment } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { concernsPayments } from '../../live/change.ts'
import { may } from '../../may.ts'
import { formatRoute, type Route } from '../../routes.ts'
import { renderNote, renderPageHead } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderStale } from '../../ui/renderStale.ts'
import { readBindingFacts } from '../client-ids/readBindingFacts.ts'
import { paymentStyles } from '../payments/paymentStyles.ts'
import { renderPaymentSearch } from '../payments/renderPaymentSearch.ts'
import { renderPaymentTable } from '../payments/renderPaymentTable.ts'
import { type RefundWork, readRefundWork } from '../refunds/readRefundWork.ts'
import { findProgress, type Progress, type ProgressFacts, type StepName } from './findProgress.ts'
import { startStyles } from './startStyles.ts'
import '../account/console-merchant-name.ts'
import './console-attention.ts'
import './console-totals.ts'

/** The maximum number of payments on the home screen. */
const LATEST = '5'

/**
 * The home screen: the things that need attention, the money received, and the latest payments. Before the first payment, it shows the
 * checklist from an empty account to a paid order; the checklist collapses afterwards.
 */
export class ConsoleStart extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, paymentStyles, startStyles]
  readonly #facts = new LoadController<Omit<ProgressFacts, 'session'>>(this, (signal) =>
    this.#read(signal),
  )

  readonly #latest = new LoadController<readonly ReceivedPayment[]>(this, async (signal) => {
    const { search } = this.context.client.payments
    return (await search({ query: { limit: LATEST } }, { signal })).payments
  })

  readonly #refunds = new LoadController<RefundWork>(this, (signal) =>
    readRefundWork(this.context, signal),
  )

  constructor() {
    super()
    new RefreshController(this, {
      isNeeded: () => this.#latest.value !== null,
      refresh: () => this.#latest.refresh(),
      isStale: () => this.#latest.isStale,
      hears: concernsPayments,
    })
    // Without the stream, these rare records are read only when the screen opens.
    new RefreshController(this, {
      isNeeded: () => false,
      refresh: () => this.#refunds.refresh(),
      hears: concernsPayments,
    })
  }

  protected override render(): TemplateResult {
    const { home } = this.context.text
    return html`<div class="page">
      ${renderPageHead({ title: home.title, lead: home.lead })} ${renderStale(this, this.#latest)}
      ${renderLoaded(this, this.#latest, (latest) => {
        const steps = renderLoaded(this, this.#facts, (facts) =>
          this.#renderSetup(
            findProgress({ ...facts, session: this.context.session }, this.context),
            { hasPayments: latest.length > 0 },
          ),
        )
        const [newest] = latest
        return newest === undefined
          ? html`<console-attention .context=${this.context} .isQuiet=${true}></console-attention>${steps}`
          : html`${this.#renderDesk(latest, newest.id)}${steps}`
      })}
    </div>`
  }

  /** Renders the daily view for a merchant with payments. */
  #renderDesk(latest: readonly ReceivedPayment[], newestId: string): TemplateResult {
    const { home } = this.context.text
    return html`${renderPaymentSearch(this, (route) => this.context.navigate(route))}
      <console-attention .context=${this.context} .refunds=${this.#refunds.value}></console-attention>
      <console-totals .context=${this.context} .newest=${newestId}></console-totals>
      <section class="stack" aria-labelledby="latest-title">
        <div class="row apart">
          <h2 id="latest-title">${home.latest}</h2>
          <a href=${formatRoute({ name: 'payments', query: '' })}>${home.all}</a>
        </div>
        ${renderPaymentTable(this, latest)}
      </section>`
  }

  #renderSetup(
    steps: readonly Progress[],
    { hasPayments }: { hasPayments: boolean },
  ): TemplateResult {
    const { start, nav } = this.context.text
    const done = steps.filter((step) => step.done !== null).length
    const progress = start.progress(done, steps.length)
    if (!hasPayments && done < steps.length) {
      return html`<section class="stack" aria-labelledby="steps-title">
        <div>
          <h2 id="steps-title">${start.title}</h2>
          <p class="muted">${start.lead}</p>
          ${may(this.context, 'create') ? html`<p class="muted">${start.withoutWebsite} <a href=${formatRoute({ name: 'newLink', from: null })}>${nav.newLink}</a></p>` : nothing}
        </div>
        <div class="progress">
          <progress max=${steps.length} value=${done} aria-label=${start.title}></progress>
          <span class="muted">${progress}</span>
        </div>
        ${this.#renderSteps(steps)}
      </section>`
    }
    return html`${hasPayments ? nothing : renderNote('success', html`<p>${start.allDone}</p>`)}
      <details class="fold">
        <summary>${renderIcon(icons.chevron)}${hasPayments ? start.website : start.title} · ${progress}</summary>
        ${this.#renderSteps(steps)}
      </details>`
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
    const next = steps.find((step) => step.done === null)
    return html`<ol class="steps">
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
        <h3>${start[name].title}<span class="visually-hidden"> (${done === null ? start.open : start.done})</span></h3>
        <p class="muted">${done ?? open}</p>
        ${name === 'name' && done === null ? html`<console-merchant-name .context=${this.context}></console-merchant-name>` : nothing}
      </div>
      ${name === 'name' ? nothing : this.#renderLink(name, { isDone: done !== null, isNext, isAccount })}
    </li>`
  }

  #renderLink(
    name: Exclude<StepName, 'name'>,
    state: { isDone: boolean; isNext: boolean; isAccount: boolean },
  ): TemplateResult | typeof nothing {
    const { start, nav } = this.context.text
    const { isDone, isNext, isAccount } = state
    if (!isDone && !may(this.context, name === 'embed' ? 'create' : 'manage')) return nothing
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
