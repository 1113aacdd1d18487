import { html, nothing, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { renderButton, renderFailure, renderSecret } from '../../ui/elements.ts'

type Link = { readonly url: string; readonly expiresAt: string }

/** Creates a link with which another merchant opens an account, where the service requires one. */
export class ConsoleInvitation extends ConsoleView<SignedInContext> {
  static override readonly properties = {
    ...ConsoleView.properties,
    link: { state: true },
  }

  declare link: Link | null

  constructor() {
    super()
    this.link = null
  }

  protected override render(): TemplateResult | typeof nothing {
    const { settings, text, format } = this.context
    const { invitation } = text
    if (settings.registration !== 'invite') return nothing
    return html`<section class="card" aria-labelledby="invitation-title">
      <div>
        <h2 id="invitation-title">${invitation.title}</h2>
        <p class="muted">${invitation.lead}</p>
      </div>
      ${
        this.link === null
          ? nothing
          : html`<p>${invitation.once(format.dateTime(this.link.expiresAt))}</p>
            ${renderSecret(this, this.link.url, invitation.link)}`
      }
      ${renderFailure(this, this.submit.failureOf('invite'))}
      <div class="form-actions">
        ${renderButton({
          label: invitation.create,
          isBusy: this.submit.pending === 'invite',
          onClick: () => void this.#create(),
        })}
      </div>
    </section>`
  }

  async #create(): Promise<void> {
    const { client, text, announce } = this.context
    const link = await this.submit.run('invite', () => client.invitations.create({}))
    if (link === null) return
    this.link = link
    announce(text.invitation.created)
  }
}

customElements.define('console-invitation', ConsoleInvitation)

declare global {
  interface HTMLElementTagNameMap {
    'console-invitation': ConsoleInvitation
  }
}
