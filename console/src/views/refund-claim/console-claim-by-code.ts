import { createClient } from '@secure-payment/core/client'
import type { Network } from '@secure-payment/core/networks'
import { html, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { ConsoleContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import type { RefundLink } from '../../settings.ts'
import { renderButton, renderFailure, renderNote } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { checkAddress } from './checkAddress.ts'
import {
  claimStyles,
  renderAddressForm,
  renderContact,
  renderDone,
  renderFacts,
  renderWholeAddress,
} from './claimParts.ts'
import { readClaim } from './readTarget.ts'

/** The error codes after which no further attempt can open the link. */
const OVER: readonly (string | null)[] = [
  'refund_claim_not_found',
  'refund_claim_used',
  'refund_claim_over',
]

/** Submits a refund address with a link's code, without a wallet. */
export class ConsoleClaimByCode extends ConsoleView<ConsoleContext> {
  static override readonly styles = [ConsoleView.styles, claimStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    link: { attribute: false },
    address: { state: true },
    isReview: { state: true },
    isDone: { state: true },
  }

  declare link: Extract<RefundLink, { kind: 'code' }>
  /** The typed address; canonical once it is reviewed. */
  declare address: string
  declare isReview: boolean
  declare isDone: boolean
  readonly #loader = new LoadController(this, () => {
    const { id, code } = this.link
    return this.#client().open({ params: { id }, body: { code } })
  })

  constructor() {
    super()
    this.address = ''
    this.isReview = this.isDone = false
  }

  protected override render(): TemplateResult {
    const { state } = this.#loader
    if (state.status === 'failed' && OVER.includes(state.failure.code)) {
      return html`${renderFailure(this, state.failure)}`
    }
    return renderLoaded(this, this.#loader, (claim) => this.#renderClaim(claim))
  }

  #renderClaim(claim: unknown): TemplateResult {
    const { format, text } = this.context
    const { refundClaim } = text
    const facts = readClaim(claim)
    if (facts === null) return renderNote('error', html`<p>${refundClaim.mismatch}</p>`)
    const { network, merchant, amount, supportUrl, expiresAt } = facts
    const isOpen = !this.isDone && expiresAt !== null
    return html`${renderFacts([
      [refundClaim.merchant, merchant],
      [refundClaim.amount, amount],
      [refundClaim.network, network.name],
      [refundClaim.validUntil, isOpen ? format.dateTime(expiresAt) : null],
    ])}
      ${this.isDone ? renderDone(this, this.address) : this.#renderStep(network)}
      ${renderContact(this, supportUrl)}`
  }

  #renderStep(network: Network): TemplateResult {
    const { refundClaim } = this.context.text
    if (!this.isReview) {
      const onSubmit = (event: Event) => void this.#review(event, network)
      return renderAddressForm(this, { network: network.name, value: this.address, onSubmit })
    }
    return html`<h2 tabindex="-1">${refundClaim.review}</h2>
      <p>${refundClaim.reviewText}</p>
      ${renderWholeAddress(this.address)}
      ${renderFailure(this, this.submit.failureOf('state'))}
      <div class="form-actions">
        ${renderButton({ label: refundClaim.confirm, kind: 'primary', isBusy: this.submit.pending === 'state', onClick: () => void this.#state() })}
        ${renderButton({ label: refundClaim.change, kind: 'quiet', onClick: () => this.#change() })}
      </div>`
  }

  async #review(event: Event, network: Network): Promise<void> {
    const { text } = this.context
    const typed = readForm(event).text('recipient')
    const address = checkAddress(typed, network)
    this.address = address ?? typed
    if (address === null) {
      const fields = { recipient: text.refundClaim.addressInvalid(network.name) }
      this.submit.refuse('address', refuseFields(fields, text))
      await focusFirstInvalid(this)
      return
    }
    this.submit.reset()
    this.isReview = true
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus()
  }

  #change(): void {
    this.submit.reset()
    this.isReview = false
  }

  async #state(): Promise<void> {
    const { id, code } = this.link
    const body = { code, recipient: this.address }
    const call = () => this.#client().state({ params: { id }, body })
    const answer = await this.submit.run('state', call)
    if (answer !== null) {
      this.isDone = true
      return
    }
    // The service rejected the address, so the form shows the reason at its field.
    const { failure } = this.submit
    if (failure === null || failure.fields['recipient'] === undefined) return
    this.isReview = false
    this.submit.refuse('address', failure)
  }

  #client() {
    const { baseUrl, previewClientId: clientId } = this.context.settings
    return createClient({ baseUrl, clientId, credentials: 'omit' }).refundClaims
  }
}

customElements.define('console-claim-by-code', ConsoleClaimByCode)

declare global {
  interface HTMLElementTagNameMap {
    'console-claim-by-code': ConsoleClaimByCode
  }
}
