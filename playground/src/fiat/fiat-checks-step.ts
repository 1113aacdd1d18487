import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { DemoPayer } from './fiatApi.ts'
import { fiatStyles } from './fiatStyles.ts'

/**
 * Shows the provider's pages to the payer, in frames as a merchant's own page would: the identity check, then the
 * agreement.
 *
 * @event signed - The agreement's page reports the signature.
 * @event restart - Starts over with another payer.
 */
export class FiatChecksStep extends LitElement {
  static override readonly styles = fiatStyles
  static override readonly properties = { payer: {} }

  declare payer: DemoPayer | null

  constructor() {
    super()
    this.payer = null
  }

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener('message', this.#onMessage)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    window.removeEventListener('message', this.#onMessage)
  }

  protected override render(): TemplateResult | typeof nothing {
    const { payer } = this
    if (payer === null) return nothing
    return html`<div class="stack">
      <div class="row" role="status">
        <h3>Identity check</h3>
        <span class="badge ${toneOf(payer.kycStatus)}">${KYC[payer.kycStatus]}</span>
      </div>
      ${this.#renderKyc(payer)}
      <div class="row" role="status">
        <h3>Agreement</h3>
        <span class="badge ${toneOf(payer.agreementStatus)}">${AGREEMENT[payer.agreementStatus]}</span>
      </div>
      ${this.#renderAgreement(payer)}
    </div>`
  }

  #renderKyc({ kycStatus, kycUrl }: DemoPayer): TemplateResult {
    switch (kycStatus) {
      case 'approved':
        return html`<p class="hint">The provider has verified the payer.</p>`
      case 'rejected':
        return html`<p class="note bad">The provider has permanently rejected this payer, who cannot pay into a bank account.</p>
          <div><button @click=${() => this.dispatchEvent(new CustomEvent('restart'))}>Start over with another payer</button></div>`
      case 'failed':
        return html`<p class="hint">Submit the payer again, above.</p>`
      default:
        return html`<p class="hint">
            The sandbox decides by itself in some seconds, or at once by the buttons of its page.
          </p>
          ${kycUrl === null ? html`<p class="hint"><span class="spinner"></span> Loading the page of the check…</p>` : html`<iframe src=${kycUrl} title="Identity check"></iframe>`}`
    }
  }

  #renderAgreement({ kycStatus, agreementStatus, agreementUrl }: DemoPayer): TemplateResult {
    if (agreementStatus === 'completed') return html`<p class="hint">The payer signed.</p>`
    if (kycStatus !== 'approved' || agreementUrl === null)
      return html`<p class="hint">The page appears once the identity check is approved.</p>`
    return html`<iframe src=${agreementUrl} title="Agreement"></iframe>`
  }

  /** The page in the frame posts `{ agreements: 'complete' }`. The status of the agreement itself comes from the service. */
  readonly #onMessage = ({ origin, data }: MessageEvent): void => {
    const url = this.payer?.agreementUrl
    if (!url || new URL(url).origin !== origin) return
    if (Object(data).agreements === 'complete') this.dispatchEvent(new CustomEvent('signed'))
  }
}

const KYC: Readonly<Record<DemoPayer['kycStatus'], string>> = {
  not_started: 'not started',
  initiated: 'started',
  pending: 'being checked',
  approved: 'approved',
  rejected: 'rejected',
  failed: 'failed',
}

const AGREEMENT: Readonly<Record<DemoPayer['agreementStatus'], string>> = {
  not_started: 'not started',
  pending: 'to be signed',
  completed: 'signed',
  rejected: 'declined',
  failed: 'failed',
}

function toneOf(status: DemoPayer['kycStatus'] | DemoPayer['agreementStatus']): string {
  if (status === 'approved' || status === 'completed') return 'good'
  return status === 'rejected' || status === 'failed' ? 'bad' : ''
}

customElements.define('fiat-checks-step', FiatChecksStep)

declare global {
  interface HTMLElementTagNameMap {
    'fiat-checks-step': FiatChecksStep
  }
}
