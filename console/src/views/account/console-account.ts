import { html, nothing, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import {
  renderAddress,
  renderButton,
  renderCopyButton,
  renderFact,
  renderPageHead,
  renderValue,
} from '../../ui/elements.ts'
import './console-contact.ts'
import './console-domains.ts'
import './console-invitation.ts'
import './console-members.ts'
import './console-merchant-name.ts'
import './console-passkeys.ts'
import './console-password.ts'
import './console-reporting-currency.ts'

/** The signed-in account, the business name, and the password. */
export class ConsoleAccount extends ConsoleView<SignedInContext> {
  protected override render(): TemplateResult {
    const { account, common } = this.context.text
    const { session } = this.context
    return html`<div class="page">
      ${renderPageHead({ title: account.title })}
      <section class="card" aria-labelledby="identity-title">
        <div class="card-head">
          <h2 id="identity-title">${account.identity}</h2>
          ${renderButton({ label: common.signOut, isCompact: true, onClick: () => void this.context.signOut() })}
        </div>
        <dl class="facts-list">
          ${this.#renderWho()}
          ${renderFact(this.context.text.members.role, this.context.text.rights.roles[session.role])}
          ${renderFact(account.tenant, renderValue(this, session.tenantId, account.tenant))}
          ${renderFact(account.until, session.kind === 'wallet' ? account.walletUntil : this.context.format.dateTime(session.expiresAt))}
        </dl>
      </section>
      ${may(this.context, 'manage') ? this.#renderBusiness() : nothing}
      <console-reporting-currency .context=${this.context}></console-reporting-currency>
      <section class="card" aria-labelledby="domains-title">
        <div>
          <h2 id="domains-title">${this.context.text.domains.title}</h2>
          <p class="muted">${this.context.text.domains.lead}</p>
        </div>
        <console-domains .context=${this.context}></console-domains>
      </section>
      <console-contact .context=${this.context}></console-contact>
      <console-passkeys .context=${this.context}></console-passkeys>
      <console-members .context=${this.context}></console-members>
      ${may(this.context, 'team') ? this.#renderInvitations() : nothing}
      ${session.kind === 'account' ? this.#renderPassword() : nothing}
      ${may(this.context, 'manage') ? this.#renderLog() : nothing}
    </div>`
  }

  #renderBusiness(): TemplateResult {
    return html`<section class="card" aria-labelledby="business-title">
      <h2 id="business-title">${this.context.text.account.business}</h2>
      <console-merchant-name .context=${this.context}></console-merchant-name>
    </section>`
  }

  #renderInvitations(): TemplateResult {
    const { registration } = this.context.settings
    return html`<console-invitation .context=${this.context} .opens=${'member'}></console-invitation>
      ${registration === 'invite' ? html`<console-invitation .context=${this.context} .opens=${'merchant'}></console-invitation>` : nothing}`
  }

  #renderWho(): TemplateResult {
    const { account } = this.context.text
    const { address, email } = this.context.session
    return address === null
      ? renderFact(account.email, email)
      : renderFact(
          account.wallet,
          html`<span class="value-line">${renderAddress(address)}${renderCopyButton(this, address, account.wallet)}</span>`,
        )
  }

  #renderLog(): TemplateResult {
    const { auditLog } = this.context.text
    return html`<section class="card" aria-labelledby="log-title">
      <div class="card-head">
        <div>
          <h2 id="log-title">${auditLog.title}</h2>
          <p class="muted">${auditLog.openText}</p>
        </div>
        <a class="button compact" href=${formatRoute({ name: 'auditLog' })}>${auditLog.open}</a>
      </div>
    </section>`
  }

  #renderPassword(): TemplateResult {
    const { account } = this.context.text
    return html`<section class="card" aria-labelledby="password-title">
      <div>
        <h2 id="password-title">${account.passwordTitle}</h2>
        <p class="muted">${account.passwordText}</p>
      </div>
      <console-password .context=${this.context}></console-password>
    </section>`
  }
}

customElements.define('console-account', ConsoleAccount)

declare global {
  interface HTMLElementTagNameMap {
    'console-account': ConsoleAccount
  }
}
