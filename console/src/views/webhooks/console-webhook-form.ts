import { html, nothing, type TemplateResult } from 'lit'
import type { ClientIdRecord, WebhookRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import {
  renderChoice,
  renderFieldError,
  renderInput,
  renderSelect,
  renderTextarea,
} from '../../ui/renderField.ts'
import { readWebhookForm, type WebhookBody } from './readWebhookForm.ts'

/** The form's result: a changed record, or the secret of a new one. */
export type WebhookSaved =
  | { readonly record: WebhookRecord }
  | { readonly id: string; readonly secret: string }

/**
 * The form for a webhook endpoint, new or existing.
 *
 * @event {CustomEvent<WebhookSaved>} saved - The record that the API returned.
 * @event {Event} cancelled - The record is unchanged.
 */
export class ConsoleWebhookForm extends ConsoleView<SignedInContext> {
  static override readonly properties = {
    ...ConsoleView.properties,
    record: { attribute: false },
    clientIds: { attribute: false },
    wantsAll: { state: true },
  }

  /** The endpoint to edit; null for a new one. */
  declare record: WebhookRecord | null
  /** The client IDs to which a new endpoint can be limited. */
  declare clientIds: readonly ClientIdRecord[]
  declare wantsAll: boolean

  constructor() {
    super()
    this.record = null
    this.clientIds = []
    this.wantsAll = true
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.wantsAll = this.record === null || this.record.events === null
  }

  protected override render(): TemplateResult {
    const { webhooks, common } = this.context.text
    const failure = this.submit.failureOf('save')
    return html`<form novalidate @submit=${this.#send}>
      ${renderInput(this, { name: 'url', label: webhooks.url, hint: webhooks.urlHint, type: 'url', inputMode: 'url', value: this.record?.url, failure })}
      ${this.record === null && this.clientIds.length > 0 ? this.#renderScope() : nothing}
      ${this.#renderEvents()}
      ${renderTextarea(this, {
        name: 'signatureHeaderAliases',
        label: webhooks.aliases,
        hint: webhooks.aliasesHint,
        isOptional: true,
        rows: 2,
        value: this.record?.signatureHeaderAliases?.join('\n'),
        failure,
      })}
      ${renderFailure(this, failure)}
      <div class="form-actions end">
        ${renderButton({ label: common.cancel, onClick: () => this.dispatchEvent(new Event('cancelled')) })}
        ${renderButton({
          label: this.record === null ? webhooks.add : common.save,
          kind: 'primary',
          isBusy: this.submit.pending === 'save',
        })}
      </div>
    </form>`
  }

  #renderScope(): TemplateResult {
    const { webhooks } = this.context.text
    return renderSelect(this, {
      name: 'clientId',
      label: webhooks.scope,
      value: '',
      choices: [
        ['', webhooks.scopeAll],
        ...this.clientIds.map(({ clientId, label }) => [clientId, label] as const),
      ],
      failure: this.submit.failureOf('save'),
    })
  }

  #renderEvents(): TemplateResult {
    const { webhooks, events } = this.context.text
    const choose = (wantsAll: boolean) => (): void => {
      this.wantsAll = wantsAll
    }
    const mode = { type: 'radio', name: 'eventMode' } as const
    const ticked = this.record?.events ?? []
    return html`<fieldset>
      <legend>${webhooks.events}</legend>
      <div>
        ${renderChoice({ ...mode, value: 'all', label: webhooks.eventsAll, isChecked: this.wantsAll, onChange: choose(true) })}
        ${renderChoice({ ...mode, value: 'some', label: webhooks.eventsSome, isChecked: !this.wantsAll, onChange: choose(false) })}
      </div>
      ${
        this.wantsAll
          ? nothing
          : html`<div class="choices">
              ${Object.entries(events).map(([type, hint]) =>
                renderChoice({
                  type: 'checkbox',
                  name: 'events',
                  value: type,
                  label: html`<code>${type}</code>`,
                  hint,
                  isChecked: ticked.includes(type),
                }),
              )}
            </div>`
      }
      ${renderFieldError('events', this.submit.failureOf('save'))}
    </fieldset>`
  }

  async #send(event: Event): Promise<void> {
    const { text } = this.context
    const form = readForm(event)
    const { body, fields } = readWebhookForm(form, { wantsAll: this.wantsAll, text })
    if (Object.keys(fields).length > 0) {
      this.submit.refuse('save', refuseFields(fields, this.context.text))
      await focusFirstInvalid(this)
      return
    }
    const saved = await this.submit.run('save', () => this.#save(body, form.text('clientId')))
    if (saved === null) await focusFirstInvalid(this)
    else this.dispatchEvent(new CustomEvent('saved', { detail: saved }))
  }

  async #save(body: WebhookBody, clientId: string): Promise<WebhookSaved> {
    const { webhooks } = this.context.client
    const { url, events, signatureHeaderAliases } = body
    if (this.record !== null) {
      return { record: await webhooks.update({ params: { webhookId: this.record.id }, body }) }
    }
    return webhooks.create({
      body: {
        url,
        ...(clientId !== '' && { clientId }),
        ...(events !== null && { events }),
        ...(signatureHeaderAliases !== null && { signatureHeaderAliases }),
      },
    })
  }
}

customElements.define('console-webhook-form', ConsoleWebhookForm)

declare global {
  interface HTMLElementTagNameMap {
    'console-webhook-form': ConsoleWebhookForm
  }
}
