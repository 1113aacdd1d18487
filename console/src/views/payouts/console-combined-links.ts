import { findNetwork } from '@secure-payment/core/networks'
import { plainText } from '@secure-payment/widget/design'
import { html, type TemplateResult } from 'lit'
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
import { describeListedLink } from '../links/describeListedLink.ts'
import { LINK_TONES } from './linkTones.ts'
import { payoutStyles } from './payoutStyles.ts'

/** The two operations that combine payout links. */
export type CombinedKind = 'batch' | 'multicall'

/** The links that combine payout links, page by page, newest first, with the state of each. */
export class ConsoleCombinedLinks extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, payoutStyles]
  static override readonly properties = { ...ConsoleView.properties, kind: {} }

  declare kind: CombinedKind
  readonly #pages = new PageController<ListedLink>(
    this,
    ({ token }) => token,
    async (query, signal) => {
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

  protected override render(): TemplateResult {
    const { combined } = this.context.text.payouts
    return renderLoaded(this, this.#pages.loader, (page) =>
      page.records.length === 0
        ? renderEmpty({ icon: icons.payout, title: combined.empty, text: combined.emptyText })
        : this.#renderPage(page),
    )
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
    const { file, link } = text.payouts
    const { items, itemCount, network, createdAt, status } = record
    const requestId = ensureDefined(items[0]?.requestId, 'The first request')
    return html`<li class="record">
      <div class="record-head">
        <h2 class="title"><a href=${formatRoute({ name: 'payoutLink', requestId })}>${describeListedLink(record, this.context).amount}</a></h2>
        ${renderBadge(LINK_TONES[status], link.status[status])}
      </div>
      <div class="facts-line">
        <time datetime=${createdAt}>${format.dateTime(createdAt)}</time>
        <span>${file.rows(itemCount)}</span>
        <span>${findNetwork(network)?.name ?? plainText(network)}</span>
      </div>
    </li>`
  }
}

customElements.define('console-combined-links', ConsoleCombinedLinks)

declare global {
  interface HTMLElementTagNameMap {
    'console-combined-links': ConsoleCombinedLinks
  }
}
