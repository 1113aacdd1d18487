import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { Challenge } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { ConsoleContext } from '../../context.ts'
import { isSessionEnded, readFailure } from '../../failure.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { explainWallet } from '../../wallets/explainWallet.ts'
import { renderWallets } from '../../wallets/renderWallets.ts'
import type { SignInAccount, SignInWallet } from '../../wallets/signInWallet.ts'
import { WalletsController } from '../../wallets/WalletsController.ts'
import { walletStyles } from '../../wallets/walletStyles.ts'

/** The progress of the sign-in with a wallet. */
type Step =
  | { readonly at: 'choose' }
  | { readonly at: 'connecting'; readonly wallet: SignInWallet }
  | { readonly at: 'review' | 'signing'; readonly request: SignInRequest }

type SignInRequest = {
  readonly wallet: SignInWallet
  readonly account: SignInAccount
  readonly challenge: Challenge
}

/**
 * Signs in with a wallet: account, challenge, the message for the person to read, signature, session.
 *
 * @event {CustomEvent} pending - The sign-in needs a second factor.
 * @event {CustomEvent<boolean>} asking - Whether a wallet has a pending request.
 */
export class ConsoleWalletSignIn extends ConsoleView<ConsoleContext> {
  static override readonly styles = [ConsoleView.styles, walletStyles]
  static override readonly properties = { ...ConsoleView.properties, step: { state: true } }

  declare step: Step
  readonly #wallets = new WalletsController(this)
  /** The current attempt's number; a result with an earlier number is dropped. */
  #attempt = 0

  constructor() {
    super()
    this.step = { at: 'choose' }
  }

  protected override render(): TemplateResult {
    const { step } = this
    switch (step.at) {
      case 'choose':
        return this.#renderWallets()
      case 'connecting':
        return this.#renderWaiting(
          this.context.text.signIn.connecting(plainText(step.wallet.name)),
          this.context.text.signIn.connectingText,
        )
      case 'review':
        return this.#renderReview(step.request)
      case 'signing':
        return this.#renderWaiting(
          this.context.text.signIn.signing(plainText(step.request.wallet.name)),
          this.context.text.signIn.signingText,
        )
      default:
        return step satisfies never
    }
  }

  #renderWallets(): TemplateResult {
    const wallets = this.#wallets.list()
    const choose = (wallet: SignInWallet) => void this.#connect(wallet)
    return html`<div class="stack">
      ${wallets.length === 0 ? nothing : renderFailure(this, this.submit.failure)}
      ${renderWallets(wallets, choose, this.context.text)}
    </div>`
  }

  #renderWaiting(title: string, text: string): TemplateResult {
    return html`<div class="stack">
      <div class="waiting" role="status">
        <span class="spinner"></span>
        <div><h3 tabindex="-1">${title}</h3><p class="muted">${text}</p></div>
      </div>
      ${this.#renderLeave()}
    </div>`
  }

  #renderReview(request: SignInRequest): TemplateResult {
    const { signIn } = this.context.text
    const name = plainText(request.wallet.name)
    return html`<div class="stack">
      <div>
        <h3 tabindex="-1">${signIn.review}</h3>
        <p class="muted">${signIn.reviewText(name)}</p>
      </div>
      <pre class="message" tabindex="0" role="region" aria-label=${signIn.review}>${request.challenge.message}</pre>
      <div class="form-actions">
        ${renderButton({ label: signIn.sign, kind: 'primary', onClick: () => this.#sign(request) })}
        ${this.#renderLeave()}
      </div>
    </div>`
  }

  #renderLeave(): TemplateResult {
    const { signIn } = this.context.text
    return renderButton({
      label: signIn.chooseOther,
      kind: 'quiet',
      onClick: () => {
        this.submit.reset()
        this.#go({ at: 'choose' })
      },
    })
  }

  async #connect(wallet: SignInWallet): Promise<void> {
    this.submit.reset()
    const attempt = this.#go({ at: 'connecting', wallet })
    try {
      const account = await wallet.connect()
      const { address, chainId } = account
      const challenge = await this.context.client.auth.challenge({
        body: { address, ...(chainId !== null && { chainId }) },
      })
      if (attempt === this.#attempt) {
        this.#go({ at: 'review', request: { wallet, account, challenge } })
      }
    } catch (error) {
      this.#fail(attempt, error)
    }
  }

  async #sign(request: SignInRequest): Promise<void> {
    const attempt = this.#go({ at: 'signing', request })
    const { challengeId, nonce, message } = request.challenge
    const { client, invitation } = this.context
    try {
      const signature = await request.account.sign(message)
      if (attempt !== this.#attempt) return
      const answer = await client.auth.verify({
        body: {
          challengeId,
          nonce,
          message,
          signature,
          ...(invitation !== null && { invitation }),
        },
      })
      if ('secondFactor' in answer) this.dispatchEvent(new CustomEvent('pending'))
      else await this.context.refreshSession()
    } catch (error) {
      this.#fail(attempt, error)
    }
  }

  #fail(attempt: number, error: unknown): void {
    if (attempt !== this.#attempt) return
    this.submit.refuse('wallet', {
      ...readFailure(error, this.context.text),
      message: this.#explain(error),
    })
    this.#go({ at: 'choose' })
  }

  #explain(error: unknown): string {
    const { text } = this.context
    const { signIn } = text
    if (isSessionEnded(error)) return signIn.refused
    if (error instanceof Error && error.name === 'ApiError') return readFailure(error, text).message
    return explainWallet(error, text)
  }

  /** Shows a step and focuses it; returns the attempt's number. */
  #go(step: Step): number {
    const hadFocus = this.shadowRoot?.activeElement !== null
    this.step = step
    this.#attempt += 1
    this.dispatchEvent(new CustomEvent('asking', { detail: step.at !== 'choose' }))
    if (hadFocus) void this.updateComplete.then(() => this.#focusStep())
    return this.#attempt
  }

  #focusStep(): void {
    this.renderRoot.querySelector<HTMLElement>('h3, .wallet')?.focus()
  }
}

customElements.define('console-wallet-sign-in', ConsoleWalletSignIn)

declare global {
  interface HTMLElementTagNameMap {
    'console-wallet-sign-in': ConsoleWalletSignIn
  }
}
