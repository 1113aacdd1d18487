import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { OfframpRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { PageController } from '../../controllers/PageController.ts'
import { formatRoute } from '../../routes.ts'
import { tabStyles } from '../../styles/tabStyles.ts'
import { renderBadge, renderEmpty, renderTime } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { deliveryStyles } from '../webhooks/deliveryStyles.ts'
import { describeOfframp } from './describeOfframp.ts'
import { offrampTone } from './offrampTones.ts'
import { renderPayerList } from './renderPayerList.ts'

/** Payments in transit to bank accounts, newest first. */
export class ConsoleOfframps extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, tabStyles, deliveryStyles]
  readonly #pages = new PageController<OfframpRecord>(
    this,
    ({ id }) => id,
    async (query, signal) => {
      const { listOfframps } = this.context.client.payerRecords
      const { offramps, pagination } = await listOfframps({ query }, signal ? { signal } : {})
      return { records: offramps, nextCursor: pagination.nextCursor }
    },
  )

  protected override render(): TemplateResult {
    const { offramps } = this.context.text.payers
    return renderPayerList(this, this.#pages, {
      tab: 'offramps',
      title: offramps.title,
      lead: offramps.lead,
      more: offramps.more,
      empty: renderEmpty({ icon: icons.bank, title: offramps.empty, text: offramps.emptyText }),
      renderRecord: (record) => this.#renderOfframp(record),
    })
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
}

customElements.define('console-offramps', ConsoleOfframps)

declare global {
  interface HTMLElementTagNameMap {
    'console-offramps': ConsoleOfframps
  }
}
