import { html, nothing, type TemplateResult } from 'lit'
import type { ClientIdRecord, WebhookRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import {
  renderButton,
  renderEmpty,
  renderFailure,
  renderNote,
  renderPageHead,
  renderSecret,
} from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderConfirm, renderDialog } from '../../ui/renderDialog.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import type { WebhookSaved } from './console-webhook-form.ts'
import { renderWebhook } from './renderWebhook.ts'
import './console-webhook-compatibility.ts'
import './console-webhook-form.ts'
import './console-webhook-rotation.ts'
import './console-webhook-test.ts'

type Dialog =
  | { readonly kind: 'form'; readonly record: WebhookRecord | null }
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'test' }
  | { readonly kind: 'rotate' | 'promote' | 'remove'; readonly record: WebhookRecord }

type Facts = {
  readonly records: readonly WebhookRecord[]
  readonly clientIds: readonly ClientIdRecord[]
}

/** The merchant's webhook endpoints. */
export class ConsoleWebhooks extends ConsoleView<SignedInContext> {
  readonly dialog = new DialogController<Dialog>(this)
  readonly #facts = new LoadController<Facts>(this, (signal) => this.#read(signal))

  protected override render(): TemplateResult {
    const { webhooks } = this.context.text
    const facts = this.#facts.value
    return html`<div class="page">
      ${renderPageHead({
        title: webhooks.title,
        lead: webhooks.lead,
        actions: facts === null ? null : this.#renderActions(facts),
      })}
      ${renderFailure(this, this.submit.failureOf('status'))}
      ${renderLoaded(this, this.#facts, ({ records, clientIds }) =>
        records.length === 0
          ? renderEmpty({ icon: icons.webhook, title: webhooks.empty, text: webhooks.emptyText })
          : html`<ul class="records">${records.map((record) => this.#renderRecord(record, clientIds))}</ul>`,
      )}
      ${may(this.context, 'manage') ? html`<console-webhook-compatibility .context=${this.context}></console-webhook-compatibility>` : nothing}
      ${this.#renderDialog()}
    </div>`
  }

  async #read(signal: AbortSignal): Promise<Facts> {
    const { client } = this.context
    const [records, clientIds] = await Promise.all([
      client.webhooks.list({}, { signal }),
      client.sessionClientIds.list({}, { signal }),
    ])
    return { records, clientIds: clientIds.filter(({ status }) => status !== 'revoked') }
  }

  #renderActions({ records }: Facts): TemplateResult {
    if (!may(this.context, 'manage')) return html``
    const { webhooks } = this.context.text
    const hasActive = records.some(({ isActive }) => isActive)
    return html`${hasActive ? renderButton({ label: webhooks.test, onClick: () => this.#open({ kind: 'test' }) }) : nothing}
      ${renderButton({
        label: webhooks.add,
        kind: 'primary',
        icon: icons.plus,
        onClick: () => this.#open({ kind: 'form', record: null }),
      })}`
  }

  #renderRecord(record: WebhookRecord, clientIds: readonly ClientIdRecord[]): TemplateResult {
    return renderWebhook(this, {
      record,
      scope:
        clientIds.find(({ clientId }) => clientId === record.clientId)?.label ?? record.clientId,
      deliveriesHref: formatRoute({ name: 'webhook', webhookId: record.id }),
      onEdit: () => this.#open({ kind: 'form', record }),
      onRotate: () => this.#open({ kind: 'rotate', record }),
      onPromote: () => this.#open({ kind: 'promote', record }),
      onSwitch: () => void this.#switch(record),
      onRemove: () => this.#open({ kind: 'remove', record }),
    })
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { current } = this.dialog
    const facts = this.#facts.value
    if (current === null || facts === null) return nothing
    const { webhooks } = this.context.text
    const close = (): void => this.dialog.close()
    switch (current.kind) {
      case 'form':
        return renderDialog(this, {
          title: current.record === null ? webhooks.addTitle : webhooks.editTitle,
          content: html`<console-webhook-form
            .context=${this.context}
            .record=${current.record}
            .clientIds=${facts.clientIds}
            @saved=${({ detail }: CustomEvent<WebhookSaved>) => this.#onSaved(detail)}
            @cancelled=${close}
          ></console-webhook-form>`,
        })
      case 'secret':
        return this.#renderSecret(current.secret)
      case 'test':
        return renderDialog(this, {
          title: webhooks.testTitle,
          content: html`<console-webhook-test .context=${this.context} .records=${facts.records} @cancelled=${close}></console-webhook-test>`,
        })
      case 'rotate':
        return renderDialog(this, {
          title: webhooks.rotateTitle,
          content: html`<console-webhook-rotation
            .context=${this.context}
            .webhookId=${current.record.id}
            @rotated=${({ detail }: CustomEvent<string>) => this.#onRotated(detail)}
            @cancelled=${close}
          ></console-webhook-rotation>`,
        })
      case 'promote':
        return renderConfirm(this, {
          name: 'promote',
          title: webhooks.promoteTitle,
          text: webhooks.promoteText,
          confirm: webhooks.promote,
          onConfirm: () => void this.#promote(current.record),
        })
      case 'remove':
        return renderConfirm(this, {
          name: 'remove',
          title: webhooks.removeTitle,
          text: webhooks.removeText,
          confirm: webhooks.remove,
          isDanger: true,
          onConfirm: () => void this.#remove(current.record),
        })
      default:
        return current satisfies never
    }
  }

  #renderSecret(secret: string): TemplateResult {
    const { webhooks, common } = this.context.text
    return renderDialog(this, {
      title: webhooks.secretTitle,
      isLocked: true,
      content: html`<p>${webhooks.secretText}</p>
        ${renderNote('warning', html`<p>${common.storeSecret}</p>`)}
        ${renderSecret(this, secret, webhooks.secret)}
        <div class="form-actions end">
          ${renderButton({ label: common.stored, kind: 'primary', onClick: () => this.dialog.close() })}
        </div>`,
    })
  }

  #open(dialog: Dialog): void {
    this.submit.reset()
    this.dialog.open(dialog)
  }

  async #onSaved(saved: WebhookSaved): Promise<void> {
    const { announce, text } = this.context
    if ('record' in saved) {
      this.#replace(saved.record)
      this.dialog.close()
      announce(text.webhooks.saved)
      return
    }
    this.dialog.open({ kind: 'secret', secret: saved.secret })
    announce(text.webhooks.added)
    await this.#facts.reload()
  }

  async #onRotated(secret: string): Promise<void> {
    this.dialog.open({ kind: 'secret', secret })
    await this.#facts.reload()
  }

  async #switch(record: WebhookRecord): Promise<void> {
    const { client, announce, text } = this.context
    const saved = await this.submit.run('status', () =>
      client.webhooks.update({
        params: { webhookId: record.id },
        body: { isActive: !record.isActive },
      }),
    )
    if (saved === null) return
    this.#replace(saved)
    announce(saved.isActive ? text.webhooks.switchedOn : text.webhooks.switchedOff)
  }

  async #promote(record: WebhookRecord): Promise<void> {
    const { client, announce, text } = this.context
    const saved = await this.submit.run('promote', () =>
      client.webhooks.promoteSecret({ params: { webhookId: record.id } }),
    )
    if (saved === null) return
    this.#replace(saved)
    this.dialog.close()
    announce(text.webhooks.promoted)
  }

  async #remove(record: WebhookRecord): Promise<void> {
    const { client, announce, text } = this.context
    const answer = await this.submit.run('remove', () =>
      client.webhooks.remove({ params: { webhookId: record.id } }),
    )
    if (answer === null) return
    await this.#facts.reload()
    this.dialog.close()
    announce(text.webhooks.removed)
  }

  /** Shows an endpoint that the API returned. */
  #replace(record: WebhookRecord): void {
    const facts = this.#facts.value
    if (facts === null) return
    const records = facts.records.map((old) => (old.id === record.id ? record : old))
    this.#facts.replace({ ...facts, records })
  }
}

customElements.define('console-webhooks', ConsoleWebhooks)

declare global {
  interface HTMLElementTagNameMap {
    'console-webhooks': ConsoleWebhooks
  }
}
