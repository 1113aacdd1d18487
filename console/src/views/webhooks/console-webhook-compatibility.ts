import { html, type TemplateResult } from 'lit'
import type { TenantRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { readForm } from '../../readForm.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderSelect } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'

/** The name of the view's only change. */
const SAVE = 'compatibility'
/** The value of the choice that leaves the level to the host. */
const OF_HOST = ''
const LEVELS = ['none', 'headers', 'full'] as const

/** The choice of the level at which the merchant's webhooks follow Request Network's. */
export class ConsoleWebhookCompatibility extends ConsoleView<SignedInContext> {
  readonly #tenant = new LoadController<TenantRecord>(this, (signal) =>
    this.context.client.tenant.get({}, { signal }),
  )

  protected override render(): TemplateResult {
    const { compatibility: text } = this.context.text.webhooks
    return html`<section class="card" aria-labelledby="compatibility-title">
      <div>
        <h2 id="compatibility-title">${text.title}</h2>
        <p class="muted">${text.lead}</p>
      </div>
      ${renderLoaded(this, this.#tenant, (tenant) => this.#renderForm(tenant))}
    </section>`
  }

  #renderForm({ webhookCompatibility: level }: TenantRecord): TemplateResult {
    const { compatibility: text } = this.context.text.webhooks
    const failure = this.submit.failureOf(SAVE)
    return html`<form novalidate @submit=${(event: Event) => void this.#save(event)}>
      ${renderSelect(this, {
        name: 'webhookCompatibility',
        label: text.field,
        hint: text.hint,
        value: level ?? OF_HOST,
        choices: [
          [OF_HOST, text.ofHost] as const,
          ...LEVELS.map((one) => [one, text.levels[one]] as const),
        ],
        failure,
      })}
      ${renderFailure(this, failure)}
      <div class="form-actions">
        ${renderButton({ label: this.context.text.common.save, kind: 'primary', isBusy: this.submit.pending === SAVE })}
      </div>
    </form>`
  }

  async #save(event: Event): Promise<void> {
    const { client, announce, text } = this.context
    const chosen = readForm(event).text('webhookCompatibility')
    const webhookCompatibility = LEVELS.find((level) => level === chosen) ?? null
    const saved = await this.submit.run(SAVE, async () => {
      // The call also saves the name, which may have changed in the meantime.
      const { name } = await client.tenant.get({})
      return client.tenant.update({ body: { name, webhookCompatibility } })
    })
    if (saved === null) {
      await focusFirstInvalid(this)
      return
    }
    this.#tenant.replace(saved)
    announce(text.webhooks.compatibility.saved)
  }
}

customElements.define('console-webhook-compatibility', ConsoleWebhookCompatibility)

declare global {
  interface HTMLElementTagNameMap {
    'console-webhook-compatibility': ConsoleWebhookCompatibility
  }
}
