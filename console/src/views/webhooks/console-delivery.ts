import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { DeliveryDetail } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { concernsDeliveries } from '../../live/change.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import {
  renderBadge,
  renderButton,
  renderCode,
  renderFact,
  renderFailure,
  renderPageHead,
  renderTime,
  renderValue,
} from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderDeliveryStatus } from '../../ui/renderDeliveryStatus.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { deliveryStyles } from './deliveryStyles.ts'

/** One delivery: its content, and each attempt's result. */
export class ConsoleDelivery extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, deliveryStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    webhookId: {},
    deliveryId: {},
  }

  declare webhookId: string
  declare deliveryId: string
  readonly #delivery = new LoadController<DeliveryDetail>(this, (signal) =>
    this.context.client.webhooks.delivery({ params: this.#params() }, { signal }),
  )

  constructor() {
    super()
    new RefreshController(this, {
      isNeeded: () => this.#delivery.value?.status === 'pending',
      refresh: () => this.#delivery.refresh(),
      isStale: () => this.#delivery.isStale,
      hears: concernsDeliveries,
    })
  }

  protected override render(): TemplateResult {
    const { delivery, deliveries } = this.context.text
    const back = formatRoute({ name: 'webhook', webhookId: this.webhookId })
    return html`<div class="page">
      <a class="crumb" href=${back}>${renderIcon(icons.back, 'small')}${delivery.back}</a>
      ${renderPageHead({
        title: delivery.title,
        actions: html`${renderButton({
          label: deliveries.refresh,
          icon: icons.refresh,
          onClick: () => void this.#delivery.reload(),
        })}${this.#renderRedeliver()}`,
      })}
      ${renderFailure(this, this.submit.failure)}
      ${renderLoaded(this, this.#delivery, (detail) => this.#renderDetail(detail))}
    </div>`
  }

  #params(): { webhookId: string; deliveryId: string } {
    return { webhookId: this.webhookId, deliveryId: this.deliveryId }
  }

  #renderRedeliver(): TemplateResult | typeof nothing {
    const detail = this.#delivery.value
    if (detail === null || !may(this.context, 'manage')) return nothing
    const { delivery } = this.context.text
    return renderButton({
      label: detail.status === 'pending' ? delivery.sendNow : delivery.redeliver,
      kind: 'primary',
      isBusy: this.submit.pending === 'redeliver',
      onClick: () => void this.#redeliver(),
    })
  }

  #renderDetail(detail: DeliveryDetail): TemplateResult {
    const { text } = this.context
    const { delivery, deliveries } = text
    const { request } = detail
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
    return html`<section class="card" aria-label=${delivery.title}>
        <div class="record-head">
          <code>${detail.event}</code>
          ${renderDeliveryStatus(detail, text)}
          ${detail.isTest ? renderBadge('plain', deliveries.test) : nothing}
          ${detail.replays === 0 ? nothing : renderBadge('plain', deliveries.replayed(detail.replays))}
        </div>
        <dl class="facts-list">
          ${renderFact(delivery.id, renderValue(this, detail.id, delivery.id))}
          ${detail.requestId === null ? nothing : renderFact(delivery.payment, this.#renderPayment(detail.event, detail.requestId))}
          ${renderFact(delivery.created, renderTime(this, detail.createdAt))}
          ${detail.completedAt === null ? nothing : renderFact(delivery.completed, renderTime(this, detail.completedAt))}
          ${renderFact(delivery.next, detail.dueAt === null ? delivery.none : renderTime(this, detail.dueAt))}
        </dl>
      </section>
      <section class="card" aria-labelledby="attempts-title">
        <h2 id="attempts-title">${delivery.attempts}</h2>
        ${this.#renderAttempts(detail)}
      </section>
      <section class="card" aria-labelledby="request-title">
        <div class="stack tight">
          <h2 id="request-title">${delivery.request}</h2>
          <code>POST ${request.url}</code>
        </div>
        ${renderCode(this, delivery.headers, headers.join('\n'))}
        ${renderCode(this, delivery.body, formatJson(request.body), request.body)}
      </section>`
  }

  /** Renders the request's id; for a transfer to a bank account, also a link to the transfer's screen. */
  #renderPayment(event: DeliveryDetail['event'], requestId: string): TemplateResult {
    const { delivery, payers } = this.context.text
    const value = renderValue(this, requestId, delivery.payment)
    if (event !== 'payment.processing') return value
    return html`${value}<a href=${formatRoute({ name: 'offramp', requestId })}>${payers.offramps.follow}</a>`
  }

  #renderAttempts({ attempts }: DeliveryDetail): TemplateResult {
    const { delivery } = this.context.text
    if (attempts.length === 0) return html`<p class="muted">${delivery.noAttempts}</p>`
    return html`<ol class="attempts">
      ${attempts.toReversed().map((attempt) => {
        const { responseStatus, responseBody, error } = attempt
        const isOk = responseStatus !== null && responseStatus >= 200 && responseStatus < 300
        return html`<li>
          <div class="record-head">
            <strong>${delivery.attempt(attempt.attempt + 1)}</strong>
            ${renderBadge(isOk ? 'success' : 'danger', responseStatus === null ? delivery.noResponse : String(responseStatus))}
            <span class="facts-line"><span>${renderTime(this, attempt.startedAt)}</span><span>${delivery.duration(attempt.durationMs)}</span></span>
          </div>
          ${error === null ? nothing : html`<p class="problem">${error}</p>`}
          ${responseBody === null ? nothing : html`<pre class="chip" tabindex="0" role="region" aria-label="${delivery.attempt(attempt.attempt + 1)}">${responseBody === '' ? delivery.emptyBody : responseBody}</pre>`}
        </li>`
      })}
    </ol>`
  }

  async #redeliver(): Promise<void> {
    const { client, announce, text } = this.context
    const isWaiting = this.#delivery.value?.status === 'pending'
    const answer = await this.submit.run('redeliver', () =>
      client.webhooks.redeliver({ params: this.#params() }),
    )
    if (answer === null) return
    announce(isWaiting ? text.delivery.sentNow : text.delivery.redelivered)
    await this.#delivery.reload()
  }
}

/** Returns the body, indented for people; the signed body has no white space. */
function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

customElements.define('console-delivery', ConsoleDelivery)

declare global {
  interface HTMLElementTagNameMap {
    'console-delivery': ConsoleDelivery
  }
}
