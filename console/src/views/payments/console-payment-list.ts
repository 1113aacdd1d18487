import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ReceivedPayment } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { type ListPage, PageController } from '../../controllers/PageController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { concernsPayments } from '../../live/change.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import { renderEmpty } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderMore } from '../../ui/renderMore.ts'
import { renderStale } from '../../ui/renderStale.ts'
import {
  formatFilter,
  listFilters,
  NAMING_FILTERS,
  type PaymentFilter,
  toPaymentQuery,
} from './paymentFilter.ts'
import { paymentStyles } from './paymentStyles.ts'
import { type FilterSums, readFilterSums, sumPayments } from './readFilterSums.ts'
import { type Reading, readPaymentSearch } from './readPaymentSearch.ts'
import { describeFilter } from './renderFilterChips.ts'
import { renderPaymentTable } from './renderPaymentTable.ts'
import { renderWorth } from './renderWorth.ts'
import type { WorthSum } from './sumWorths.ts'
import './console-open-requests.ts'

/** The maximum number of payments in a spreadsheet, which has 2^20 rows including the header. */
const SPREADSHEET_LINES = 1_048_575

/** The payments that match one filter, page by page, and their export. */
export class ConsolePaymentList extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, paymentStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    filter: { attribute: false },
  }

  /** Set once: the screen creates a new element for another filter. */
  declare filter: PaymentFilter
  readonly #pages = new PageController<ReceivedPayment>(
    this,
    ({ id }) => id,
    async (page, signal) => {
      const query = { ...toPaymentQuery(this.filter), ...page }
      const { search } = this.context.client.payments
      const { payments, pagination } = await search({ query }, signal ? { signal } : {})
      return { records: payments, nextCursor: pagination.nextCursor, total: pagination.total }
    },
    { hears: concernsPayments },
  )

  /** The filter's sums; null if the service has none. */
  readonly #sums = new LoadController<FilterSums | null>(this, (signal) => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const now = new Date(this.context.now())
    return readFilterSums(this.context.client.payments.totals, this.filter, {
      now,
      timeZone,
      signal,
    })
  })

  constructor() {
    super()
    this.filter = {}
    // Without the stream, the list reads the sums only when it opens.
    new RefreshController(this, {
      isNeeded: () => false,
      refresh: () => this.#sums.refresh(),
      hears: concernsPayments,
    })
  }

  protected override render(): TemplateResult {
    return html`<div class="stack">
      ${renderStale(this, this.#pages.loader)}
      ${renderLoaded(this, this.#pages.loader, (page) =>
        page.records.length === 0 ? this.#renderEmpty() : this.#renderPage(page),
      )}
    </div>`
  }

  #renderPage({ records, nextCursor, total = records.length }: ListPage<ReceivedPayment>) {
    const { text, format } = this.context
    const { payments } = text
    const written = format.count(total)
    const paidOut = records.filter(({ flow }) => flow === 'pay').length
    const received = records.length - paidOut
    // Counts received payments and payouts separately once the page shows all of them.
    const count =
      nextCursor === null && paidOut > 0
        ? payments.counts(received, format.count(received), paidOut, format.count(paidOut))
        : payments.count(total, written)
    return html`<div class="row apart">
        <p role="status"><strong>${count}</strong>${this.#renderSums({ records, nextCursor })}</p>
        <a class="button compact" href=${this.#exportUrl()} download title=${payments.exportHint(total, written)}>${renderIcon(icons.download)}${payments.export}</a>
      </div>
      ${total > SPREADSHEET_LINES ? html`<p class="hint">${payments.exportLong}</p>` : nothing}
      ${renderPaymentTable(this, records)} ${renderMore(this, this.#pages, { label: payments.more, nextCursor })}`
  }

  /**
   * Renders the service's sums for the filter; without them, the sums of the shown payments, once the page shows all of
   * them.
   */
  #renderSums({ records, nextCursor }: ListPage<ReceivedPayment>): TemplateResult | typeof nothing {
    if (listFilters(this.filter).length === 0) return nothing
    const sums = this.#sums.value ?? (nextCursor === null ? sumPayments(records) : null)
    if (sums === null) return nothing
    const { payments, home } = this.context.text
    const { received, paidOut } = sums
    const unknownCount = (received?.unknownCount ?? 0) + (paidOut?.unknownCount ?? 0)
    return html`${this.#renderSum(received, payments.received)}${this.#renderSum(paidOut, payments.paidOut)}
      ${unknownCount === 0 ? nothing : html`<span class="sum hint">${home.unknown(unknownCount)}</span>`}`
  }

  #renderSum(
    sum: WorthSum | null,
    write: (worth: string) => string,
  ): TemplateResult | typeof nothing {
    if (sum === null) return nothing
    return html`<span class="sum">${renderWorth(this, sum.worth, sum.currency, write)}</span>`
  }

  #renderEmpty(): TemplateResult {
    const { payments } = this.context.text
    const { reference, paymentReference, requestId } = this.filter
    const filters = listFilters(this.filter)
    if (filters.length === 0) {
      return renderEmpty({
        icon: icons.receive,
        title: payments.empty,
        text: payments.emptyText,
        ...(may(this.context, 'create') && {
          action: html`<a class="button" href=${formatRoute({ name: 'newLink', from: null })}>${this.context.text.nav.newLink}</a>`,
        }),
      })
    }
    const named = reference ?? paymentReference ?? requestId
    return named === undefined || filters.length > 1
      ? this.#renderNotFound()
      : html`<console-open-requests .context=${this.context} .filter=${this.filter} .fallback=${this.#renderNotFound()}></console-open-requests>`
  }

  #renderNotFound(): TemplateResult {
    const { payments } = this.context.text
    const { emptySearch } = payments
    const unmatched = html`<a class="button" href=${formatRoute({ name: 'unmatched' })}>${payments.toUnmatched}</a>`
    const filters = listFilters(this.filter)
    const searched = NAMING_FILTERS.find((name) => this.filter[name] !== undefined)
    const value = searched === undefined ? undefined : this.filter[searched]
    if (searched === undefined || value === undefined || filters.length > 1) {
      return renderEmpty({
        icon: icons.search,
        title: payments.emptyFilter,
        text: payments.emptyFilterText,
        action: unmatched,
      })
    }
    return renderEmpty({
      icon: icons.search,
      title: emptySearch.title(describeFilter(searched, value, this.context)),
      text: emptySearch[searched],
      action: html`${this.#renderOthers(searched, value)}
        ${searched === 'securePaymentToken' ? html`<a class="button" href=${formatRoute({ name: 'link', token: value })}>${emptySearch.toLink}</a>` : unmatched}`,
    })
  }

  /** Renders the other meanings of a searched text as links. */
  #renderOthers(searched: Reading['name'], value: string): TemplateResult | typeof nothing {
    const { payments } = this.context.text
    const others = readPaymentSearch(value, navigator.language).filter(
      ({ name }) => name !== searched,
    )
    if (others.length === 0) return nothing
    return html`<p class="muted">
      ${payments.emptySearch.others}
      ${others.map((other) => {
        const query = formatFilter({ [other.name]: other.value })
        const label = payments.chip(payments.filters[other.name], other.value)
        return html`<a href=${formatRoute({ name: 'payments', query })}>${label}</a>`
      })}
    </p>`
  }

  /** Returns the URL of the export, which contains all payments that match the filter. */
  #exportUrl(): string {
    return `/v2/payments?${new URLSearchParams({ ...toPaymentQuery(this.filter), format: 'spreadsheet' })}`
  }
}

customElements.define('console-payment-list', ConsolePaymentList)

declare global {
  interface HTMLElementTagNameMap {
    'console-payment-list': ConsolePaymentList
  }
}
