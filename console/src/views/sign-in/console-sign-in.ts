import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { ConsoleContext } from '../../context.ts'
import { brandMark } from '../../ui/brandMark.ts'
import { renderNote } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { signInStyles } from './signInStyles.ts'
import './console-email-sign-in.ts'
import './console-wallet-sign-in.ts'

/** The sign-in: a wallet, or an e-mail account. The address keeps the previous screen. */
export class ConsoleSignIn extends ConsoleView<ConsoleContext> {
  static override readonly styles = [ConsoleView.styles, signInStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    reason: {},
    isAsking: { state: true },
  }

  declare reason: 'expired' | 'left' | null
  /** A wallet has a pending request: the other way is hidden. */
  declare isAsking: boolean

  constructor() {
    super()
    this.reason = null
    this.isAsking = false
  }

  protected override render(): TemplateResult {
    const { signIn, product } = this.context.text
    const onAsking = ({ detail }: CustomEvent<boolean>): void => {
      this.isAsking = detail
    }
    return html`<main id="content">
      <div class="brand">${brandMark}<span>${product}</span></div>
      <div class="intro">
        <h1 tabindex="-1">${signIn.title}</h1>
        <p class="muted">${signIn.lead}</p>
      </div>
      ${this.#renderReason()}
      ${this.#renderAdmission()}
      <section class="card" aria-labelledby="wallet-title">
        <div class="way">
          ${renderIcon(icons.wallet)}
          <div>
            <h2 id="wallet-title">${signIn.withWallet}</h2>
            <p class="hint">${signIn.walletHint}</p>
          </div>
        </div>
        <console-wallet-sign-in .context=${this.context} @asking=${onAsking}></console-wallet-sign-in>
      </section>
      ${this.isAsking ? nothing : this.#renderEmail()}
    </main>`
  }

  #renderReason(): TemplateResult | typeof nothing {
    const { signIn } = this.context.text
    if (this.reason === null) return nothing
    const isExpired = this.reason === 'expired'
    return html`<div role="status">
      ${renderNote(isExpired ? 'warning' : 'info', html`<p>${isExpired ? signIn.expired : signIn.signedOut}</p>`)}
    </div>`
  }

  /** Whether new merchants may sign in. */
  #renderAdmission(): TemplateResult | typeof nothing {
    const { text, settings, invitation } = this.context
    const { signIn } = text
    if (invitation !== null) {
      return renderNote(
        'info',
        html`<p><strong>${signIn.invited}</strong></p><p>${signIn.invitedText}</p>`,
      )
    }
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

  #renderEmail(): TemplateResult {
    const { signIn } = this.context.text
    return html`<section class="card" aria-labelledby="email-title">
      <div class="way">
        ${renderIcon(icons.mail)}
        <div>
          <h2 id="email-title">${signIn.withEmail}</h2>
          <p class="hint">${signIn.emailHint}</p>
        </div>
      </div>
      <console-email-sign-in .context=${this.context}></console-email-sign-in>
    </section>`
  }
}

customElements.define('console-sign-in', ConsoleSignIn)

declare global {
  interface HTMLElementTagNameMap {
    'console-sign-in': ConsoleSignIn
  }
}
