import type { EventType } from '@secure-payment/core/webhooks'
import { html, nothing, type TemplateResult } from 'lit'
import type { WebhookRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { readForm } from '../../readForm.ts'
import { formatRoute } from '../../routes.ts'
import { renderButton, renderFailure, renderNote } from '../../ui/elements.ts'
import { renderSelect } from '../../ui/renderField.ts'

/**
 * Sends a test event to every active endpoint and shows how many accepted it.
 *
 * @event {Event} cancelled - No further action is needed.
 */
export class ConsoleWebhookTest extends ConsoleView<SignedInContext> {
  static override readonly properties = {
    ...ConsoleView.properties,
    records: { attribute: false },
    result: { state: true },
  }

  declare records: readonly WebhookRecord[]
  declare result: { readonly sent: number; readonly failed: number } | null

  constructor() {
    super()
    this.records = []
    this.result = null
  }

  protected override render(): TemplateResult {
    const { webhooks, events, common } = this.context.text
    return html`<form novalidate @submit=${this.#send}>
      <p>${webhooks.testText}</p>
      ${renderSelect(this, {
        name: 'eventType',
        label: webhooks.testEvent,
        value: 'payment.confirmed',
        choices: Object.entries(events).map(([type, what]) => [type, `${type} · ${what}`] as const),
        failure: this.submit.failureOf('test'),
      })}
      ${renderFailure(this, this.submit.failureOf('test'))}
      <div role="status">${this.result === null ? nothing : this.#renderResult(this.result)}</div>
      <div class="form-actions end">
        ${renderButton({ label: common.close, onClick: () => this.dispatchEvent(new Event('cancelled')) })}
        ${renderButton({ label: webhooks.testSend, kind: 'primary', isBusy: this.submit.pending === 'test' })}
      </div>
    </form>`
  }

  #renderResult({ sent, failed }: { sent: number; failed: number }): TemplateResult {
    const { webhooks } = this.context.text
    const only = this.records.length === 1 ? this.records[0] : undefined
    return renderNote(
      failed === 0 ? 'success' : 'warning',
      html`<p>${webhooks.testSent(sent)} ${failed === 0 ? nothing : webhooks.testFailed(failed)}</p>
        ${only === undefined ? nothing : html`<p><a href=${formatRoute({ name: 'webhook', webhookId: only.id })}>${webhooks.testSee}</a></p>`}`,
    )
  }

  async #send(event: Event): Promise<void> {
    const { client, text } = this.context
    const chosen = readForm(event).text('eventType')
    const isType = (type: string): type is EventType => type in text.events
    if (!isType(chosen)) return
    this.result = null
    this.result = await this.submit.run('test', () =>
      client.webhooks.test({ body: { eventType: chosen } }),
    )
  }
}

customElements.define('console-webhook-test', ConsoleWebhookTest)

declare global {
  interface HTMLElementTagNameMap {
    'console-webhook-test': ConsoleWebhookTest
  }
}
