import { html, nothing, type TemplateResult } from 'lit'
import type { RefundClaimRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import {
  renderAddress,
  renderButton,
  renderFailure,
  renderTime,
  renderValue,
} from '../../ui/elements.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { refundStyles } from './refundStyles.ts'

/** The maximum number of addresses, newest first. */
const MOST = '5'
const ASK = 'ask'

/**
 * The addresses that the payer entered for a payment's refunds, and a link on which the payer can enter one.
 *
 * @event {CustomEvent<string>} chosen - The merchant chose this address.
 */
export class ConsoleRefundPayer extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, refundStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    paymentId: { attribute: false },
    canAsk: { attribute: false },
    link: { state: true },
  }

  declare paymentId: string
  /** Whether the refund needs an address, so that the merchant can ask for one. */
  declare canAsk: boolean
  /** The link that was created here; only the response to its creation contains the code. */
  declare link: { readonly url: string; readonly expiresAt: string } | null
  readonly #claims = new LoadController<readonly RefundClaimRecord[]>(this, async (signal) => {
    const query = { paymentId: this.paymentId, status: 'stated', limit: MOST } as const
    const { list } = this.context.client.refundClaims
    return (await list({ query }, { signal })).refundClaims
  })

  constructor() {
    super()
    this.link = null
  }

  protected override render(): TemplateResult {
    return html`<div class="stack">
      ${renderLoaded(this, this.#claims, (claims) => html`${this.#renderClaims(claims)}`)}
      ${this.canAsk ? this.#renderAsk() : nothing}
    </div>`
  }

  #renderClaims(claims: readonly RefundClaimRecord[]): TemplateResult | typeof nothing {
    const { payer } = this.context.text.refunds
    if (claims.length === 0) return nothing
    return html`<section class="stack tight" aria-labelledby="stated-title">
      <h3 id="stated-title">${payer.title}</h3>
      <p class="hint">${payer.hint}</p>
      <ul class="records">${claims.map((claim) => this.#renderClaim(claim))}</ul>
    </section>`
  }

  #renderClaim(claim: RefundClaimRecord): TemplateResult | typeof nothing {
    const { payer } = this.context.text.refunds
    const { recipient, proof, statedAt, failedAttempts } = claim
    if (recipient === null || proof === null || statedAt === null) return nothing
    return html`<li class="record">
      ${renderAddress(recipient)}
      <div class="facts-line">
        <span>${payer.proofs[proof]}</span>
        ${renderTime(this, statedAt)}
        ${failedAttempts === 0 ? nothing : html`<span>${payer.attempts(failedAttempts)}</span>`}
      </div>
      <div class="record-actions">${renderButton({
        label: payer.use,
        describe: recipient,
        isCompact: true,
        onClick: () => {
          this.dispatchEvent(new CustomEvent('chosen', { detail: recipient }))
        },
      })}</div>
    </li>`
  }

  #renderAsk(): TemplateResult {
    const { context, link } = this
    const { payer } = context.text.refunds
    return html`${
      link === null
        ? html`<div>${renderButton({
            label: payer.ask,
            isBusy: this.submit.pending === ASK,
            onClick: () => void this.#ask(),
          })}</div>`
        : html`<div class="stack tight" role="status">
            <p>${payer.link}</p>
            ${renderValue(this, link.url, payer.link)}
            <p class="hint">${payer.linkHint(context.format.dateTime(link.expiresAt))}</p>
          </div>`
    }
    ${renderFailure(this, this.submit.failureOf(ASK))}`
  }

  async #ask(): Promise<void> {
    const params = { id: this.paymentId }
    const { create } = this.context.client.refundClaims
    const created = await this.submit.run(ASK, () => create({ params }))
    if (created !== null) this.link = created
  }
}

customElements.define('console-refund-payer', ConsoleRefundPayer)

declare global {
  interface HTMLElementTagNameMap {
    'console-refund-payer': ConsoleRefundPayer
  }
}
