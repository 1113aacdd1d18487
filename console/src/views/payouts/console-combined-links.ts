import { findNetwork } from '@secure-payment/core/networks'
import { maskAddress, plainText } from '@secure-payment/widget/design'
import { css, html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { ListedLink } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { type ListPage, PageController } from '../../controllers/PageController.ts'
import { ensureDefined } from '../../ensureDefined.ts'
import { concernsPayments } from '../../live/change.ts'
import { formatRoute } from '../../routes.ts'
import { renderBadge, renderEmpty } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderMore } from '../../ui/renderMore.ts'
import { renderStale } from '../../ui/renderStale.ts'
import { describeListedLink, nameCurrency } from '../links/describeListedLink.ts'
import { LINK_TONES } from './linkTones.ts'
import { payoutStyles } from './payoutStyles.ts'
import { renderPayoutStatus } from './renderPayoutStatus.ts'

const combinedStyles = css`
  .recipients {
    display: grid;
    gap: 0.375rem;
    padding-block-start: 0.75rem;
    border-block-start: var(--_border-width) solid var(--_border);
  }
  .recipients li {
    display: grid;
    grid-template-columns: minmax(7rem, 12rem) minmax(0, 1fr) auto;
    gap: 0.25rem 1rem;
    align-items: baseline;
  }
  @media (max-width: 40rem) {
    .recipients li {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    .recipients li > :nth-child(2) {
      grid-area: 2 / 1 / auto / span 2;
    }
  }
`

/** The two operations that combine payout links. */
export type CombinedKind = 'batch' | 'multicall'

/** The links that combine payout links, page by page, newest first, with the state of each. */
export class ConsoleCombinedLinks extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, payoutStyles, combinedStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    kind: {},
    status: { attribute: false },
  }

  declare kind: CombinedKind
  /** The status of the listed links; null for all. Set once: the screen creates a new element for another status. */
  declare status: ListedLink['status'] | null
  readonly #pages = new PageController<ListedLink>(
    this,
    ({ token }) => token,
    async (page, signal) => {
      const query = { ...page, ...(this.status !== null && { status: this.status }) }
      const { securePayments } = this.context.client
      const list =
        this.kind === 'batch' ? securePayments.listBatchPayouts : securePayments.listMulticalls
      const { securePayments: records, nextCursor } = await list(
        { query },
        signal ? { signal } : {},
      )
      return { records, nextCursor }
    },
    { hears: concernsPayments },
  )

  constructor() {
    super()
    this.status = null
  }

  protected override render(): TemplateResult {
    return renderLoaded(this, this.#pages.loader, (page) =>
      page.records.length === 0 ? this.#renderEmpty() : this.#renderPage(page),
    )
  }

  #renderEmpty(): TemplateResult {
    const { combined } = this.context.text.payouts
    if (this.status !== null) {
      return html`<p class="muted" role="status">${combined.emptyFilter}</p>`
    }
    return renderEmpty({ icon: icons.payout, title: combined.empty, text: combined.emptyText })
  }

  #renderPage({ records, nextCursor }: ListPage<ListedLink>): TemplateResult {
    const { combined } = this.context.text.payouts
    return html`<section class="stack" aria-label=${combined.table}>
      ${renderStale(this, this.#pages.loader)}
      <ul class="records">
        ${repeat(
          records,
          ({ token }) => token,
          (record) => this.#renderLink(record),
        )}
      </ul>
      ${renderMore(this, this.#pages, { label: combined.more, nextCursor })}
    </section>`
  }

  #renderLink(record: ListedLink): TemplateResult {
    const { text, format } = this.context
    const { combined, file, link } = text.payouts
    const { items, itemCount, network, createdAt } = record
    const requestId = ensureDefined(items[0]?.requestId, 'The first request')
    return html`<li class="record">
      <div class="record-head">
        <h2 class="title"><a href=${formatRoute({ name: 'payoutLink', requestId })}>${describeListedLink(record, this.context).amount}</a></h2>
        ${this.#renderStatus(record)}
      </div>
      <div class="facts-line">
        <time datetime=${createdAt}>${format.dateTime(createdAt)}</time>
        <span>${file.rows(itemCount)}</span>
        <span>${findNetwork(network)?.name ?? plainText(network)}</span>
      </div>
      <ul class="recipients" aria-label=${link.recipients}>
        ${items.map((item) => this.#renderRecipient(item))}
      </ul>
      ${itemCount > items.length ? html`<p><a href=${formatRoute({ name: 'payoutLink', requestId })}>${combined.rest(itemCount - items.length)}</a></p>` : nothing}
    </li>`
  }

  #renderStatus({ status, items }: ListedLink): TemplateResult {
    const { link, list } = this.context.text.payouts
    const isBegun = items.some(({ amountPaid }) => amountPaid !== '0')
    return isBegun && status !== 'completed'
      ? html`${renderBadge('warning', list.status.partially_paid)}${status === 'pending' ? nothing : renderBadge(LINK_TONES[status], link.status[status])}`
      : renderBadge(LINK_TONES[status], link.status[status])
  }

  #renderRecipient(item: ListedLink['items'][number]): TemplateResult {
    const { text, format } = this.context
    const { amount, invoiceCurrency, payee, reference, status } = item
    return html`<li>
      <strong>${format.money(amount, nameCurrency(invoiceCurrency))}</strong>
      <span><code title=${payee}>${maskAddress(payee)}</code>${reference === null ? nothing : html` <span class="muted">${plainText(reference)}</span>`}</span>
      ${renderPayoutStatus(status, text)}
    </li>`
  }
}

customElements.define('console-combined-links', ConsoleCombinedLinks)

declare global {
  interface HTMLElementTagNameMap {
    'console-combined-links': ConsoleCombinedLinks
  }
}
