import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { OfframpPage, OfframpRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { formatRoute } from '../../routes.ts'
import { tabStyles } from '../../styles/tabStyles.ts'
import {
  renderBadge,
  renderButton,
  renderEmpty,
  renderFailure,
  renderPageHead,
  renderTime,
} from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { deliveryStyles } from '../webhooks/deliveryStyles.ts'
import { describeOfframp } from './describeOfframp.ts'
import { offrampTone } from './offrampTones.ts'
import { renderPayerTabs } from './renderPayerTabs.ts'

const PAGE_SIZE = 20

/** Payments on their way into bank accounts, newest first. */
export class ConsoleOfframps extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, tabStyles, deliveryStyles]
  readonly #page = new LoadController<OfframpPage>(this, (signal) =>
    this.context.client.payerRecords.listOfframps(
      { query: { limit: String(PAGE_SIZE) } },
      { signal },
    ),
  )

  constructor() {
    super()
    new RefreshController(this, {
      // Payments come by themselves. More than the first page stays as it was read.
      isNeeded: () => (this.#page.value?.offramps.length ?? 0) <= PAGE_SIZE,
      refresh: () => this.#page.refresh(),
    })
  }

  protected override render(): TemplateResult {
    const { payers } = this.context.text
    const { offramps } = payers
    return html`<div class="page">
      ${renderPageHead({
        title: offramps.title,
        lead: offramps.lead,
        actions: renderButton({
          label: payers.refresh,
          icon: icons.refresh,
          onClick: () => void this.#page.reload(),
        }),
      })}
      ${renderPayerTabs(this, 'offramps')}
      ${renderFailure(this, this.submit.failureOf('more'))}
      ${renderLoaded(this, this.#page, (page) => this.#renderList(page))}
    </div>`
  }

  #renderList({ offramps: records, pagination }: OfframpPage): TemplateResult {
    const { offramps } = this.context.text.payers
    if (records.length === 0) {
      return renderEmpty({ icon: icons.bank, title: offramps.empty, text: offramps.emptyText })
    }
    const { nextCursor } = pagination
    return html`<ul class="records">
        ${records.map((record) => this.#renderOfframp(record))}
      </ul>
      ${
        nextCursor === null
          ? nothing
          : html`<div>${renderButton({
              label: offramps.more,
              isBusy: this.submit.pending === 'more',
              onClick: () => void this.#more(nextCursor),
            })}</div>`
      }`
  }

  #renderOfframp(record: OfframpRecord): TemplateResult {
    const { offramps } = this.context.text.payers
    const words = describeOfframp(record, this.context)
    const { requestId, status, createdAt, userId } = record
    return html`<li>
      <a class="record delivery" href=${formatRoute({ name: 'offramp', requestId })}>
        <span class="record-head">
          <span class="title">${words.amount}</span>
          ${renderBadge(userId === null ? 'warning' : offrampTone(status), userId === null ? offramps.noPayer : offramps.status[status])}
        </span>
        <span class="facts-line">
          ${renderTime(this, createdAt)}
          ${userId === null ? nothing : html`<span>${words.payer}</span><span>${words.account}</span>`}
          <span>${words.network}</span>
        </span>
        ${renderIcon(icons.chevron, 'small chevron')}
      </a>
    </li>`
  }

  async #more(cursor: string): Promise<void> {
    const known = this.#page.value
    const query = { limit: String(PAGE_SIZE), cursor }
    const page = await this.submit.run('more', () =>
      this.context.client.payerRecords.listOfframps({ query }),
    )
    if (page === null || known === null || this.#page.value !== known) return
    this.#page.replace({ ...page, offramps: [...known.offramps, ...page.offramps] })
  }
}

customElements.define('console-offramps', ConsoleOfframps)

declare global {
  interface HTMLElementTagNameMap {
    'console-offramps': ConsoleOfframps
  }
}
