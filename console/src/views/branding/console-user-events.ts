import { html, type TemplateResult } from 'lit'
import type { TenantRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { renderBadge, renderButton, renderFailure } from '../../ui/elements.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'

/**
 * The switch for events about payers' progress. A payment's page must enable this telemetry too.
 */
export class ConsoleUserEvents extends ConsoleView<SignedInContext> {
  readonly #tenant = new LoadController<TenantRecord>(this, (signal) =>
    this.context.client.tenant.get({}, { signal }),
  )

  protected override render(): TemplateResult {
    const { userEvents } = this.context.text.branding
    return html`<section class="card" aria-labelledby="user-events-title">
      <div>
        <h2 id="user-events-title">${userEvents.title}</h2>
        <p class="hint">${userEvents.hint('telemetry="on"', 'secure_payment.user_event')}</p>
      </div>
      ${renderFailure(this, this.submit.failureOf('userEvents'))}
      ${renderLoaded(this, this.#tenant, (tenant) => this.#renderSwitch(tenant))}
    </section>`
  }

  #renderSwitch({ sendsUserEvents: isOn }: TenantRecord): TemplateResult {
    const { branding, common } = this.context.text
    return html`<div class="row">
      ${renderBadge(isOn ? 'success' : 'neutral', isOn ? branding.userEvents.on : branding.userEvents.off)}
      ${renderButton({
        label: isOn ? common.switchOff : common.switchOn,
        isCompact: true,
        describe: branding.userEvents.title,
        isBusy: this.submit.pending === 'userEvents',
        onClick: () => void this.#switch(!isOn),
      })}
    </div>`
  }

  async #switch(sendsUserEvents: boolean): Promise<void> {
    const { client, announce, text } = this.context
    const saved = await this.submit.run('userEvents', async () => {
      // The call also saves the name, which may have changed in the meantime.
      const { name } = await client.tenant.get({})
      return client.tenant.update({ body: { name, sendsUserEvents } })
    })
    if (saved === null) return
    this.#tenant.replace(saved)
    const { switchedOn, switchedOff } = text.branding.userEvents
    announce(saved.sendsUserEvents ? switchedOn : switchedOff)
  }
}

customElements.define('console-user-events', ConsoleUserEvents)

declare global {
  interface HTMLElementTagNameMap {
    'console-user-events': ConsoleUserEvents
  }
}
