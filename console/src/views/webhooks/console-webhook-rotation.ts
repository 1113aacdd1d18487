import { html, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { renderButton, renderFailure, renderNote } from '../../ui/elements.ts'

/**
 * Rotates the signing secret: in two steps, or immediately if the old secret has leaked.
 *
 * @event {CustomEvent<string>} rotated - The new secret.
 * @event {Event} cancelled - The record is unchanged.
 */
export class ConsoleWebhookRotation extends ConsoleView<SignedInContext> {
  static override readonly properties = { ...ConsoleView.properties, webhookId: {} }

  declare webhookId: string

  protected override render(): TemplateResult {
    const { webhooks, common } = this.context.text
    const { pending } = this.submit
    return html`<div class="stack">
      <p>${webhooks.rotateText}</p>
      ${renderNote(
        'warning',
        html`<p>${webhooks.rotateNowText}</p>
        <div class="row">${renderButton({
          label: webhooks.rotateNow,
          isCompact: true,
          isDanger: true,
          isBusy: pending === 'immediate',
          onClick: () => void this.#rotate('immediate'),
        })}</div>`,
      )}
      ${renderFailure(this, this.submit.failure)}
      <div class="form-actions end">
        ${renderButton({ label: common.cancel, onClick: () => this.dispatchEvent(new Event('cancelled')) })}
        ${renderButton({
          label: webhooks.rotateStart,
          kind: 'primary',
          isBusy: pending === 'two_phase',
          onClick: () => void this.#rotate('two_phase'),
        })}
      </div>
    </div>`
  }

  async #rotate(mode: 'two_phase' | 'immediate'): Promise<void> {
    const { client, announce, text } = this.context
    const answer = await this.submit.run(mode, () =>
      client.webhooks.rotateSecret({ params: { webhookId: this.webhookId }, body: { mode } }),
    )
    if (answer === null) return
    announce(answer.phase === 'pending' ? text.webhooks.rotated : text.webhooks.replaced)
    this.dispatchEvent(new CustomEvent('rotated', { detail: answer.secret }))
  }
}

customElements.define('console-webhook-rotation', ConsoleWebhookRotation)

declare global {
  interface HTMLElementTagNameMap {
    'console-webhook-rotation': ConsoleWebhookRotation
  }
}
