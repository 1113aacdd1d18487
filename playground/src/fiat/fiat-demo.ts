import { installTestWallet } from '@secure-payment/widget/testkit'
import { isProvider } from '@secure-payment/widget/wallets'
import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { Arrival } from '../../server/inspector.ts'
import { loadShop, type ShopConfig } from '../shop/shopApi.ts'
import { FeedController } from '../webhooks/FeedController.ts'
import { readPayload } from '../webhooks/readPayload.ts'
import { type DemoPayer, type DemoRequest, loadPayer, loadRequest } from './fiatApi.ts'
import { fiatDemoStyles } from './fiatDemoStyles.ts'
import { fiatStyles } from './fiatStyles.ts'
import { readOfframpSteps } from './offrampSteps.ts'
import type { PayingProvider } from './payRequest.ts'
import { readRefusal } from './readRefusal.ts'
import { renderFeed } from './renderFeed.ts'
import { renderProgress } from './renderProgress.ts'
import './fiat-account-step.ts'
import './fiat-checks-step.ts'
import './fiat-payer-step.ts'
import './fiat-payment-step.ts'

type StepState = 'locked' | 'open' | 'done'

/** The data that the page needs before it can begin. */
type Setup = { readonly config: ShopConfig; readonly provider: PayingProvider }

/**
 * Demonstrates a crypto payment into a bank account, from the payer's personal data to the bank's last step. The page shows only states
 * that webhooks and the service's responses report. The page's address contains the ids of the payer and the request, so that a reload
 * resumes the demo.
 */
export class FiatDemo extends LitElement {
  static override readonly styles = [fiatStyles, fiatDemoStyles]
  static override readonly properties = {
    setup: { state: true },
    payer: { state: true },
    request: { state: true },
    problem: { state: true },
  }

  declare setup: Setup | null
  declare payer: DemoPayer | null
  declare request: DemoRequest | null
  declare problem: string | null
  #isReading = false
  /** Whether the payer's data has changed since the last read began. */
  #isStale = false
  readonly #feed = new FeedController(this, (arrival) => this.#onArrival(arrival))

  constructor() {
    super()
    this.setup = null
    this.payer = null
    this.request = null
    this.problem = null
  }

  override connectedCallback(): void {
    super.connectedCallback()
    void this.#start()
  }

  async #start(): Promise<void> {
    this.problem = null
    try {
      const config = await loadShop()
      const search = new URLSearchParams(location.search)
      const [payerId, requestId] = [search.get('payer'), search.get('request')]
      const [payer, request] = await Promise.all([
        payerId === null ? null : loadPayer(payerId),
        requestId === null ? null : loadRequest(requestId),
      ])
      this.payer = payer
      this.request = request
      const { provider } = installTestWallet(config.burner)
      if (!isProvider(provider)) throw new Error('The burner wallet is missing.')
      this.setup = { config, provider }
    } catch (error) {
      this.problem = readRefusal(error).message
    }
  }

  protected override render(): TemplateResult {
    return html`<header>
        <a href="/">North &amp; Bean</a>
        <nav aria-label="Demo">
          <a href="/">Shop</a>
          <a href="/inspector.html" target="_blank">Webhooks</a>
        </nav>
      </header>
      <aside class="banner" aria-label="About this demo">
        Demo on a local chain, with a sandbox for a bank. Enter nothing real.
      </aside>
      <main>
        <div class="intro">
          <h1>Pay in crypto, arrive in a bank account</h1>
          <p>The payer is checked once, names a bank account and pays USDC. The provider turns it into money in that account.</p>
        </div>
        ${this.#renderMain()}
      </main>`
  }

  #renderMain(): TemplateResult {
    if (this.problem !== null) {
      return html`<div class="stack" role="alert">
        <p class="problem">${this.problem}</p>
        <div class="row">
          <button @click=${() => void this.#start()}>Try again</button>
          <button @click=${() => this.#restart()}>Start over</button>
        </div>
      </div>`
    }
    if (this.setup === null) {
      return html`<p class="hint" role="status"><span class="spinner"></span> Opening the demo…</p>`
    }
    const { payer, request } = this
    const mine = this.#feed.arrivals.filter((arrival) => isAbout(arrival, { payer, request }))
    return html`<div class="steps">${this.#renderSteps(this.setup, mine)}</div>
      ${renderFeed(mine, { isListening: this.#feed.isListening })}`
  }

  #renderSteps({ config, provider }: Setup, mine: readonly Arrival[]): TemplateResult {
    const { payer, request } = this
    const isAgain = payer?.kycStatus === 'failed'
    const isCompliant = payer?.isCompliant === true
    const hasAccount = isCompliant && payer.accounts.some(({ status }) => status === 'approved')
    const steps = request === null ? [] : readOfframpSteps(mine, request.requestId)
    const isPaid = steps.length > 0
    const isAsking = payer === null || isAgain
    // The form remains in the page, hidden, because the payer may have to submit it again.
    return html`${renderStep(1, 'Who pays', {
      state: isAsking ? 'open' : 'done',
      content: html`<fiat-payer-step ?hidden=${!isAsking} .payer=${payer} @payer=${this.#onPayer}></fiat-payer-step>
        ${isAsking ? nothing : html`<p class="row"><span>Submitted as</span> <code>${payer.id}</code> <button class="link" @click=${() => this.#restart()}>Start over</button></p>`}`,
    })}
    ${renderStep(2, 'Identity check and agreement', {
      state: isCompliant ? 'done' : payer === null ? 'locked' : 'open',
      content: html`<fiat-checks-step .payer=${payer} @signed=${() => void this.#refreshPayer()} @restart=${() => this.#restart()}></fiat-checks-step>`,
    })}
    ${renderStep(3, 'Bank account', {
      state: hasAccount ? 'done' : isCompliant ? 'open' : 'locked',
      content: html`<fiat-account-step .payer=${payer} @payer=${this.#onPayer}></fiat-account-step>`,
    })}
    ${renderStep(4, 'Payment', {
      state: isPaid ? 'done' : hasAccount ? 'open' : 'locked',
      content: html`<fiat-payment-step
        .payer=${payer} .request=${request} .provider=${provider} .network=${config.network} .isArriving=${isPaid}
        @request=${this.#onRequest}
      ></fiat-payment-step>`,
    })}
    ${renderStep(5, 'On its way to the bank', {
      state: steps.at(-1)?.isFinal ? 'done' : request === null ? 'locked' : 'open',
      content: renderProgress(steps, () => this.#remember({ request: null })),
    })}`
  }

  readonly #onPayer = ({ detail }: CustomEvent<DemoPayer>): void => {
    this.#remember({ payer: detail })
    // A webhook may have reported a later state before this response arrived.
    void this.#refreshPayer()
  }

  readonly #onRequest = ({ detail }: CustomEvent<DemoRequest>): void => {
    this.#remember({ request: detail })
  }

  #onArrival(arrival: Arrival): void {
    const { clientUserId } = readPayload(arrival)
    if (this.payer !== null && clientUserId === this.payer.id) void this.#refreshPayer()
  }

  /**
   * Reads one at a time, and reads again if a change arrived during the read. An older response therefore never replaces a newer response.
   */
  async #refreshPayer(): Promise<void> {
    this.#isStale = true
    if (this.#isReading) return
    this.#isReading = true
    while (this.#isStale && this.payer !== null) {
      this.#isStale = false
      await this.#readPayer(this.payer.id)
    }
    this.#isReading = false
  }

  async #readPayer(id: string): Promise<void> {
    try {
      const payer = await loadPayer(id)
      if (this.payer?.id === id) this.payer = payer
    } catch {
      // The page reads again after the next webhook, or after a reload.
    }
  }

  #restart(): void {
    this.problem = null
    this.#remember({ payer: null, request: null })
    if (this.setup === null) void this.#start()
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>('.step h2')?.focus(),
    )
  }

  /** Stores the displayed payer and request, also in the page's address. */
  #remember(change: { payer?: DemoPayer | null; request?: DemoRequest | null }): void {
    const { payer = this.payer, request = this.request } = change
    this.payer = payer
    this.request = request
    const search = new URLSearchParams({
      ...(payer !== null && { payer: payer.id }),
      ...(request !== null && { request: request.requestId }),
    })
    history.replaceState(null, '', search.size === 0 ? location.pathname : `?${search}`)
  }
}

function renderStep(
  number: number,
  title: string,
  { state, content }: { state: StepState; content: TemplateResult },
): TemplateResult {
  return html`<section class="step" data-state=${state} aria-labelledby="step-${number}">
    <div class="step-head">
      <span class="number" aria-hidden="true">${state === 'done' ? '✓' : number}</span>
      <h2 id="step-${number}" tabindex="-1">${title}</h2>
    </div>
    ${state === 'locked' ? nothing : content}
  </section>`
}

/** Returns whether a webhook is about this payer, or this request. */
function isAbout(
  arrival: Arrival,
  { payer, request }: { payer: DemoPayer | null; request: DemoRequest | null },
): boolean {
  const { clientUserId, requestId } = readPayload(arrival)
  const isOfPayer = payer !== null && clientUserId === payer.id
  return isOfPayer || (request !== null && requestId === request.requestId)
}

customElements.define('fiat-demo', FiatDemo)

declare global {
  interface HTMLElementTagNameMap {
    'fiat-demo': FiatDemo
  }
}
