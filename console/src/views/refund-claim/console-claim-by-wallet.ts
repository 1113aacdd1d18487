import { ApiError, createClient } from '@secure-payment/core/client'
import { plainText } from '@secure-payment/widget/design'
import { html, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { ConsoleContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { readFailure, refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import type { RefundLink } from '../../settings.ts'
import { renderButton, renderFailure, renderNote } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { explainWallet } from '../../wallets/explainWallet.ts'
import { renderWallets } from '../../wallets/renderWallets.ts'
import type { SignInAccount, SignInWallet } from '../../wallets/signInWallet.ts'
import { WalletsController } from '../../wallets/WalletsController.ts'
import { walletStyles } from '../../wallets/walletStyles.ts'
import { checkAddress } from './checkAddress.ts'
import {
  claimStyles,
  renderAddressForm,
  renderContact,
  renderDone,
  renderFacts,
} from './claimParts.ts'
import { type RefundTarget, readTarget } from './readTarget.ts'
import { type ClaimText, writeClaim } from './signClaim.ts'

type Step =
  | { readonly at: 'address' }
  | { readonly at: 'wallets' }
  | { readonly at: 'waiting'; readonly title: string; readonly text: string }
  | {
      readonly at: 'review'
      readonly wallet: SignInWallet
      readonly account: SignInAccount
      readonly claim: ClaimText
    }
  | { readonly at: 'done' }

/**
 * Submits a refund address with a signature from the wallet that paid. The person reads the whole text before the
 * wallet prompts for it.
 */
export class ConsoleClaimByWallet extends ConsoleView<ConsoleContext> {
  static override readonly styles = [ConsoleView.styles, claimStyles, walletStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    link: { attribute: false },
    step: { state: true },
  }

  declare link: Extract<RefundLink, { kind: 'wallet' }>
  declare step: Step
  #address = ''
  /** The current attempt's number; a result with an earlier number is dropped. */
  #attempt = 0
  readonly #wallets = new WalletsController(this)
  readonly #loader = new LoadController(this, () => this.#read())

  constructor() {
    super()
    this.step = { at: 'address' }
  }

  protected override render(): TemplateResult {
    return renderLoaded(this, this.#loader, (payment) => this.#renderPayment(payment))
  }

  #renderPayment(payment: unknown): TemplateResult {
    const { refundClaim } = this.context.text
    const target = readTarget(payment, this.link.token)
    if (target === null) return renderNote('error', html`<p>${refundClaim.mismatch}</p>`)
    const content = target.isPaid
      ? this.#renderStep(target)
      : renderNote('info', html`<p>${refundClaim.unpaid}</p>`)
    return html`${renderFacts([
      [refundClaim.merchant, target.merchant],
      [refundClaim.payment, this.link.token],
      [refundClaim.reference, target.reference],
      [refundClaim.network, target.network.name],
    ])}
      ${content} ${renderContact(this, target.supportUrl)}`
  }

  #renderStep(target: RefundTarget): TemplateResult {
    const { step } = this
    switch (step.at) {
      case 'address': {
        const onSubmit = (event: Event) => void this.#takeAddress(event, target)
        const { name } = target.network
        return renderAddressForm(this, { network: name, value: this.#address, onSubmit })
      }
      case 'wallets':
        return this.#renderWallets(target)
      case 'waiting':
        return html`<div class="waiting" role="status">
          <span class="spinner"></span>
          <div><h2 tabindex="-1">${step.title}</h2><p class="muted">${step.text}</p></div>
        </div>
        ${this.#renderLeave()}`
      case 'review':
        return this.#renderReview(step)
      case 'done':
        return renderDone(this, this.#address)
      default:
        return step satisfies never
    }
  }

  #renderWallets(target: RefundTarget): TemplateResult {
    const { text } = this.context
    const { refundClaim } = text
    const isTron = target.network.family === 'tron'
    const wallets = this.#wallets.list().filter(({ network }) => (network !== null) === isTron)
    const choose = (wallet: SignInWallet) => void this.#connect(wallet, target)
    return html`<h2 tabindex="-1">${refundClaim.wallet}</h2>
      <p>${refundClaim.walletText}</p>
      ${renderFailure(this, this.submit.failureOf('wallet'))} ${renderWallets(wallets, choose, text)}
      <div class="form-actions">
        ${renderButton({ label: refundClaim.change, kind: 'quiet', onClick: () => this.#go({ at: 'address' }) })}
      </div>`
  }

  #renderReview(step: Extract<Step, { at: 'review' }>): TemplateResult {
    const { refundClaim } = this.context.text
    return html`<h2 tabindex="-1">${refundClaim.message}</h2>
      <pre class="message" tabindex="0" role="region" aria-label=${refundClaim.message}>${step.claim.message}</pre>
      <div class="form-actions">
        ${renderButton({ label: refundClaim.sign, kind: 'primary', onClick: () => void this.#sign(step) })}
        ${this.#renderLeave()}
      </div>`
  }

  #renderLeave(): TemplateResult {
    const label = this.context.text.refundClaim.chooseOther
    const onClick = () => {
      this.submit.reset()
      this.#go({ at: 'wallets' })
    }
    return renderButton({ label, kind: 'quiet', onClick })
  }

  async #takeAddress(event: Event, { network }: RefundTarget): Promise<void> {
    const { text } = this.context
    const typed = readForm(event).text('recipient')
    const address = checkAddress(typed, network)
    this.#address = address ?? typed
    if (address === null) {
      const fields = { recipient: text.refundClaim.addressInvalid(network.name) }
      this.submit.refuse('address', refuseFields(fields, text))
      await focusFirstInvalid(this)
      return
    }
    this.submit.reset()
    this.#go({ at: 'wallets' })
  }

  async #connect(wallet: SignInWallet, target: RefundTarget): Promise<void> {
    const { signIn } = this.context.text
    this.submit.reset()
    const title = signIn.connecting(plainText(wallet.name))
    const attempt = this.#go({ at: 'waiting', title, text: signIn.connectingText })
    try {
      const account = await wallet.connect()
      const { token } = this.link
      const facts = { account, token, recipient: this.#address, nowMs: this.context.now() }
      const claim = writeClaim(target, facts)
      if (attempt === this.#attempt) this.#go({ at: 'review', wallet, account, claim })
    } catch (error) {
      this.#fail(attempt, error)
    }
  }

  async #sign({ wallet, account, claim }: Extract<Step, { at: 'review' }>): Promise<void> {
    const { signIn } = this.context.text
    const title = signIn.signing(plainText(wallet.name))
    const attempt = this.#go({ at: 'waiting', title, text: signIn.signingText })
    const { address, recipient, nonce, issuedAt, expiresAt } = claim.fields
    try {
      const signature = await account.sign(claim.message)
      if (attempt !== this.#attempt) return
      const body = { wallet: address, recipient, nonce, issuedAt, expiresAt, signature }
      await this.#client().refundClaims.prove({ params: { token: this.link.token }, body })
      if (attempt === this.#attempt) this.#go({ at: 'done' })
    } catch (error) {
      this.#fail(attempt, error)
    }
  }

  #fail(attempt: number, error: unknown): void {
    if (attempt !== this.#attempt) return
    const { text } = this.context
    const failure = readFailure(error, text)
    if (failure.fields['recipient'] !== undefined) {
      this.submit.refuse('address', failure)
      this.#go({ at: 'address' })
      return
    }
    const message = error instanceof ApiError ? failure.message : explainWallet(error, text)
    this.submit.refuse('wallet', { ...failure, message })
    this.#go({ at: 'wallets' })
  }

  /** Shows a step and focuses its heading; returns the attempt's number. */
  #go(step: Step): number {
    this.step = step
    this.#attempt += 1
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>('h2, input')?.focus(),
    )
    return this.#attempt
  }

  /** Reads the payment; for one that can no longer be paid, the response's problem document contains it. */
  async #read(): Promise<unknown> {
    const { token } = this.link
    try {
      return await this.#client().securePayments.get({
        params: { token },
        query: { completed: 'show' },
      })
    } catch (error) {
      const payment: unknown = error instanceof ApiError ? error.problem?.['payment'] : undefined
      if (payment === undefined) throw error
      return payment
    }
  }

  #client() {
    const { baseUrl, previewClientId: clientId } = this.context.settings
    return createClient({ baseUrl, clientId, credentials: 'omit' })
  }
}

customElements.define('console-claim-by-wallet', ConsoleClaimByWallet)

declare global {
  interface HTMLElementTagNameMap {
    'console-claim-by-wallet': ConsoleClaimByWallet
  }
}
