import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { DeliveryRecord, WebhookRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { concernsDeliveries } from '../../live/change.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import {
  renderBadge,
  renderButton,
  renderEmpty,
  renderFailure,
  renderPageHead,
  renderTime,
} from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderDeliveryStatus } from '../../ui/renderDeliveryStatus.ts'
import { renderConfirm } from '../../ui/renderDialog.ts'
import { renderSelect } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderStale } from '../../ui/renderStale.ts'
import { deliveryStyles } from './deliveryStyles.ts'

type Filter = 'all' | DeliveryRecord['status']

type Facts = {
  readonly webhook: WebhookRecord | null
  readonly deliveries: readonly DeliveryRecord[]
  readonly nextBefore: string | null
}

const PAGE_SIZE = 20

/** The deliveries to one endpoint, newest first. */
export class ConsoleDeliveries extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, deliveryStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    webhookId: {},
    filter: { state: true },
  }

  declare webhookId: string
  declare filter: Filter
  readonly dialog = new DialogController<'replay'>(this)
  readonly #facts = new LoadController<Facts>(this, (signal) => this.#read(signal))

  constructor() {
    super()
    this.filter = 'all'
    new RefreshController(this, {
      isNeeded: () => this.#isFirstPage() && this.#isSending(),
      refresh: () => this.#facts.refresh(),
      isStale: () => this.#facts.isStale,
      hears: (change) => this.#isFirstPage() && concernsDeliveries(change),
    })
  }

  protected override render(): TemplateResult {
    const { deliveries } = this.context.text
    const url = this.#facts.value?.webhook?.url
    return html`<div class="page">
      <a class="crumb" href=${formatRoute({ name: 'webhooks' })}>${renderIcon(icons.back, 'small')}${deliveries.back}</a>
      ${renderPageHead({
        title: deliveries.title,
        lead: url === undefined ? nothing : deliveries.of(url),
        actions: this.#renderActions(),
      })}
      <div class="filter">
        ${renderSelect(this, {
          name: 'status',
          label: deliveries.filter,
          value: this.filter,
          choices: Object.entries(deliveries.status),
          onChange: (value) => this.#show(value),
          failure: null,
        })}
      </div>
      ${renderStale(this, this.#facts)}
      ${renderFailure(this, this.submit.failureOf('older'))}
      ${renderLoaded(this, this.#facts, (facts) => this.#renderList(facts))}
      ${this.#renderDialog()}
    </div>`
  }

  /** Older pages stay on the screen until the merchant refreshes the list. */
  #isFirstPage(): boolean {
    return (this.#facts.value?.deliveries.length ?? 0) <= PAGE_SIZE
  }

  #isSending(): boolean {
    const { webhook, deliveries = [] } = this.#facts.value ?? {}
    return webhook?.isActive === true && deliveries.some(({ status }) => status === 'pending')
  }

  #renderActions(): TemplateResult {
    const { deliveries } = this.context.text
    return html`${renderButton({
      label: deliveries.refresh,
      icon: icons.refresh,
      onClick: () => void this.#facts.reload(),
    })}
    ${
      may(this.context, 'manage')
        ? renderButton({
            label: deliveries.replayAll,
            onClick: () => {
              this.submit.reset()
              this.dialog.open('replay')
            },
          })
        : nothing
    }`
  }

  async #read(signal: AbortSignal): Promise<Facts> {
    const { webhooks } = this.context.client
    const [page, records] = await Promise.all([
      webhooks.deliveries(this.#page(), { signal }),
      webhooks.list({}, { signal }),
    ])
    const webhook = records.find(({ id }) => id === this.webhookId) ?? null
    return { ...page, webhook }
  }

  #page(before?: string) {
    const { filter, webhookId } = this
    return {
      params: { webhookId },
      query: {
        limit: String(PAGE_SIZE),
        ...(filter !== 'all' && { status: filter }),
        ...(before !== undefined && { before }),
      },
    }
  }

  #renderList({ deliveries: records, nextBefore }: Facts): TemplateResult {
    const { deliveries } = this.context.text
    if (records.length === 0) {
      const text = this.filter === 'all' ? deliveries.emptyText : deliveries.emptyFilter
      return renderEmpty({ icon: icons.webhook, title: deliveries.empty, text })
    }
    return html`<ul class="records">
        ${records.map((record) => this.#renderRecord(record))}
      </ul>
      ${
        nextBefore === null
          ? nothing
          : html`<div>${renderButton({
              label: deliveries.older,
              isBusy: this.submit.pending === 'older',
              onClick: () => void this.#older(nextBefore),
            })}</div>`
      }`
  }

  #renderRecord(record: DeliveryRecord): TemplateResult {
    const { text } = this.context
    const { deliveries } = text
    const route = { name: 'delivery', webhookId: this.webhookId, deliveryId: record.id } as const
    const last = record.attempts.at(-1)
    return html`<li>
      <a class="record delivery" href=${formatRoute(route)}>
        <span class="record-head">
          <code class="title">${record.event}</code>
          ${renderDeliveryStatus(record, text)}
          ${record.isTest ? renderBadge('plain', deliveries.test) : nothing}
        </span>
        <span class="facts-line">
          ${renderTime(this, record.createdAt)}
          <span>${deliveries.attempts(record.attempts.length)}</span>
          ${last === undefined ? nothing : html`<span>${last.responseStatus ?? last.error}</span>`}
          ${record.dueAt === null ? nothing : html`<span>${deliveries.next(this.context.format.relative(Date.parse(record.dueAt), this.context.now()))}</span>`}
          ${record.replays === 0 ? nothing : html`<span>${deliveries.replayed(record.replays)}</span>`}
        </span>
        ${renderIcon(icons.chevron, 'small chevron')}
      </a>
    </li>`
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { deliveries } = this.context.text
    if (this.dialog.current === null) return nothing
    return renderConfirm(this, {
      name: 'replay',
      title: deliveries.replayAllTitle,
      text: deliveries.replayAllText,
      confirm: deliveries.replayAll,
      onConfirm: () => void this.#replayAll(),
    })
  }

  #show(value: string): void {
    const statuses: readonly Filter[] = ['all', 'pending', 'delivered', 'dead', 'cancelled']
    this.filter = statuses.find((status) => status === value) ?? 'all'
    void this.#facts.reload()
  }

  async #older(before: string): Promise<void> {
    const facts = this.#facts.value
    const page = await this.submit.run('older', () =>
      this.context.client.webhooks.deliveries(this.#page(before)),
    )
    if (page === null || facts === null || this.#facts.value !== facts) return
    const deliveries = [...facts.deliveries, ...page.deliveries]
    this.#facts.replace({ ...facts, deliveries, nextBefore: page.nextBefore })
  }

  async #replayAll(): Promise<void> {
    const { client, announce, text } = this.context
    const params = { webhookId: this.webhookId }
    const answer = await this.submit.run('replay', () =>
      client.webhooks.redeliverMany({ params, body: { status: 'dead' } }),
    )
    if (answer === null) return
    await this.#facts.reload()
    this.dialog.close()
    announce(text.deliveries.replayedAll(answer.count, answer.remaining))
  }
}

customElements.define('console-deliveries', ConsoleDeliveries)

declare global {
  interface HTMLElementTagNameMap {
    'console-deliveries': ConsoleDeliveries
  }
}
