import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ReceivedInvitation } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { ConsoleContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { brandMark } from '../../ui/brandMark.ts'
import { renderFailure, renderNote } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLanguageChoice } from '../../ui/renderLanguageChoice.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { hasPasskeys } from '../../webAuthn.ts'
import { headingOf, renderInvited } from './renderInvited.ts'
import { signInStyles } from './signInStyles.ts'
import './console-email-sign-in.ts'
import './console-passkey-sign-in.ts'
import './console-second-factor.ts'
import './console-wallet-sign-in.ts'

/**
 * The sign-in with a wallet, an e-mail account or a passkey, and the second factor. The URL still contains the previous
 * screen.
 */
export class ConsoleSignIn extends ConsoleView<ConsoleContext> {
  static override readonly styles = [ConsoleView.styles, signInStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    reason: {},
    isAsking: { state: true },
    isPending: { state: true },
    hasEnded: { state: true },
  }

  declare reason: 'expired' | 'left' | null
  /** While a wallet has a pending request, the other ways to sign in are hidden. */
  declare isAsking: boolean
  /** A password or a wallet was accepted, and the second factor follows. */
  declare isPending: boolean
  /** The service has ended a sign-in that waited for the second factor. */
  declare hasEnded: boolean
  readonly #invitation = new LoadController<ReceivedInvitation | null>(this, async (signal) => {
    const { client, invitation } = this.context
    return invitation === null
      ? null
      : client.invitations.read({ body: { invitation } }, { signal })
  })

  constructor() {
    super()
    this.reason = null
    this.isAsking = false
    this.isPending = false
    this.hasEnded = false
  }

  protected override render(): TemplateResult {
    const { text } = this.context
    const { signIn, product } = text
    const invitation = this.#invitation.value
    return html`<main id="content">
      <div class="brand">${brandMark}<span>${product}</span>${renderLanguageChoice(this.context)}</div>
      <div class="intro">
        <h1 tabindex="-1">${invitation === null ? signIn.title : headingOf(invitation, text)}</h1>
        <p class="muted">${signIn.lead}</p>
      </div>
      ${this.isPending ? this.#renderSecondFactor() : this.#renderWays()}
    </main>`
  }

  #renderSecondFactor(): TemplateResult {
    const onEnded = ({ detail }: CustomEvent<boolean>): void => {
      this.isPending = false
      this.hasEnded = detail
      this.focusHeading()
    }
    return html`<console-second-factor .context=${this.context} @ended=${onEnded}></console-second-factor>`
  }

  #renderWays(): TemplateResult {
    const { mailLink, text } = this.context
    return html`${this.#renderReason()}
      ${mailLink === null ? nothing : renderNote('info', html`<p>${text.contact.confirming}</p>`)}
      ${this.#renderAdmitted()}`
  }

  /** Renders the ways to sign in; with an invitation, only once the guest sees who sent it. */
  #renderAdmitted(): TemplateResult {
    const { context } = this
    const { state } = this.#invitation
    if (context.invitation === null) return this.#renderCards(context)
    if (state.status === 'failed' && state.failure.code === 'invitation_refused') {
      // Members can still sign in, and the service treats other guests as it does without the link.
      return html`${renderFailure(this, state.failure)}${this.#renderCards({ ...context, invitation: null })}`
    }
    return renderLoaded(this, this.#invitation, (invitation) =>
      this.#renderCards(context, invitation),
    )
  }

  /** Renders the ways to sign in; with an invitation, only the ways that can accept it. */
  #renderCards(
    context: ConsoleContext,
    invitation: ReceivedInvitation | null = null,
  ): TemplateResult {
    const boundTo = invitation?.boundTo ?? null
    return html`${invitation === null ? this.#renderAdmission() : renderInvited(this, invitation)}
      ${boundTo === 'email' ? nothing : this.#renderWallet(context)}
      ${boundTo === 'wallet' || this.isAsking ? nothing : this.#renderEmail(context)}
      ${invitation !== null || this.isAsking ? nothing : this.#renderPasskey()}`
  }

  #renderWallet(context: ConsoleContext): TemplateResult {
    const { signIn } = context.text
    const onAsking = ({ detail }: CustomEvent<boolean>): void => {
      this.isAsking = detail
    }
    return html`<section class="card" aria-labelledby="wallet-title">
      <div class="way">
        ${renderIcon(icons.wallet)}
        <div>
          <h2 id="wallet-title">${signIn.withWallet}</h2>
          <p class="hint">${signIn.walletHint}</p>
        </div>
      </div>
      <console-wallet-sign-in .context=${context} @asking=${onAsking} @pending=${this.#onPending}></console-wallet-sign-in>
    </section>`
  }

  readonly #onPending = (): void => {
    this.isPending = true
    this.isAsking = false
    this.hasEnded = false
  }

  #renderReason(): TemplateResult | typeof nothing {
    const { signIn } = this.context.text
    if (this.hasEnded) {
      const { ended } = this.context.text.passkeys.signIn
      return html`<div role="status">${renderNote('warning', html`<p>${ended}</p>`)}</div>`
    }
    if (this.reason === null) return nothing
    const isExpired = this.reason === 'expired'
    return html`<div role="status">
      ${renderNote(isExpired ? 'warning' : 'info', html`<p>${isExpired ? signIn.expired : signIn.signedOut}</p>`)}
    </div>`
  }

  /** Renders a notice that states whether new merchants may sign in. */
  #renderAdmission(): TemplateResult | typeof nothing {
    const { text, settings } = this.context
    const { signIn } = text
    switch (settings.registration) {
      case 'open':
        return nothing
      case 'invite':
        return renderNote(
          'info',
          html`<p><strong>${signIn.byInvitation}</strong></p><p>${signIn.byInvitationText}</p>`,
        )
      case 'closed':
        return renderNote(
          'info',
          html`<p><strong>${signIn.closed}</strong></p><p>${signIn.closedText}</p>`,
        )
      default:
        return settings.registration satisfies never
    }
  }

  #renderEmail(context: ConsoleContext): TemplateResult {
    const { signIn } = context.text
    return html`<section class="card" aria-labelledby="email-title">
      <div class="way">
        ${renderIcon(icons.mail)}
        <div>
          <h2 id="email-title">${signIn.withEmail}</h2>
          <p class="hint">${signIn.emailHint}</p>
        </div>
      </div>
      <console-email-sign-in .context=${context} @pending=${this.#onPending}></console-email-sign-in>
    </section>`
  }

  #renderPasskey(): TemplateResult | typeof nothing {
    const { signIn } = this.context.text.passkeys
    if (!hasPasskeys()) return nothing
    return html`<section class="card" aria-labelledby="passkey-title">
      <div class="way">
        ${renderIcon(icons.key)}
        <div>
          <h2 id="passkey-title">${signIn.title}</h2>
          <p class="hint">${signIn.hint}</p>
        </div>
      </div>
      <console-passkey-sign-in .context=${this.context}></console-passkey-sign-in>
    </section>`
  }
}

customElements.define('console-sign-in', ConsoleSignIn)

declare global {
  interface HTMLElementTagNameMap {
    'console-sign-in': ConsoleSignIn
  }
}
