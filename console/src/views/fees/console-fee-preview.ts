import { html, type PropertyValues, type TemplateResult } from 'lit'
import { cutFiat } from '../../amounts/cutFiat.ts'
import { subtractWorths } from '../../amounts/subtractWorths.ts'
import type { FeePlan } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController, type Loaded } from '../../controllers/LoadController.ts'
import { renderButton, renderFact, renderFailure } from '../../ui/elements.ts'
import type { Bearer } from './readFee.ts'

/** The payment of a preview, with its fee. */
export type FeeSample = {
  /** In units of `currency`. */
  readonly amount: string
  /** A currency's id. */
  readonly currency: string
  readonly symbol: string
  readonly flow: 'get_paid' | 'pay'
  readonly feePercentage: string
  readonly feeAddress: string
  readonly bearer: Bearer
}

/** The pause after the last key before the page asks the service, in milliseconds. */
const PAUSE_MS = 400

/** Shows the amounts that a payer pays and a recipient receives with a fee, as the service calculates them. */
export class ConsoleFeePreview extends ConsoleView<SignedInContext> {
  static override readonly properties = {
    ...ConsoleView.properties,
    sample: { attribute: false, hasChanged: isOther },
  }

  /** The payment to preview; null while the fee's fields are incomplete. */
  declare sample: FeeSample | null
  #isShown = false
  readonly #plan = new LoadController<FeePlan | null>(this, (signal) => this.#read(signal))

  constructor() {
    super()
    this.sample = null
  }

  protected override updated(changed: PropertyValues<this>): void {
    // The controller itself reads the first sample.
    if (changed.has('sample') && this.#isShown) void this.#plan.reload()
    this.#isShown = true
  }

  protected override render(): TemplateResult {
    const { fees } = this.context.text
    const { state } = this.#plan
    return html`<div class="card" role="group" aria-label=${fees.preview}>
      <div role="status">
        ${this.sample === null ? html`<p class="hint">${fees.incomplete}</p>` : this.#renderState(state, this.sample)}
      </div>
    </div>`
  }

  #renderState(state: Loaded<FeePlan | null>, sample: FeeSample): TemplateResult {
    const { fees } = this.context.text
    if (state.status === 'failed') {
      const isUnpriced = state.failure.fields['currency'] !== undefined
      if (isUnpriced) return html`<p class="hint">${fees.unpriced}</p>`
      const retry = () => void this.#plan.reload()
      const [message = state.failure.message] = Object.values(state.failure.fields)
      const action = renderButton({ label: fees.retry, isCompact: true, onClick: retry })
      return html`${renderFailure(this, { ...state.failure, message }, action)}`
    }
    const plan = state.status === 'ready' ? state.value : null
    return plan === null
      ? html`<p class="hint">${fees.loading}</p>`
      : this.#renderPlan(plan, sample)
  }

  #renderPlan(plan: FeePlan, { amount, symbol }: FeeSample): TemplateResult {
    const { text, format } = this.context
    const { fees } = text
    const money = (value: string): string => format.money(value, 'USD')
    const [paid, received] = [plan.payerTotalAmountUsd, plan.netRecipientAmountUsd]
    // The difference of the rounded amounts, so that the three rows add up.
    const fee = subtractWorths(cutFiat(paid, 'USD'), cutFiat(received, 'USD')).worth
    return html`<p class="hint">${fees.of(format.money(amount, symbol))}</p>
      <dl class="facts-list">
        ${renderFact(fees.payerPays, money(paid))}
        ${renderFact(fees.payeeReceives, money(received))}
        ${renderFact(fees.fee, money(fee))}
      </dl>`
  }

  async #read(signal: AbortSignal): Promise<FeePlan | null> {
    const { sample } = this
    if (sample === null) return null
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    signal.throwIfAborted()
    const { amount, currency, flow, feePercentage, feeAddress, bearer } = sample
    const body = {
      amount,
      currency,
      flow,
      feePercentage,
      feeAddress,
      ...(bearer !== null && { defaultFeeBearer: bearer }),
    }
    return this.context.client.securePayments.previewFees({ body }, { signal })
  }
}

function isOther(next: FeeSample | null, last: FeeSample | null | undefined): boolean {
  return JSON.stringify(next) !== JSON.stringify(last ?? null)
}

customElements.define('console-fee-preview', ConsoleFeePreview)

declare global {
  interface HTMLElementTagNameMap {
    'console-fee-preview': ConsoleFeePreview
  }
}
