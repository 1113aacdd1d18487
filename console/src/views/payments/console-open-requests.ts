import { ApiError } from '@secure-payment/core/client'
import { maskAddress, plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { RequestRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { concernsPayments } from '../../live/change.ts'
import { formatRoute } from '../../routes.ts'
import { renderCopyButton, renderTime } from '../../ui/elements.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import type { PaymentFilter } from './paymentFilter.ts'
import { paymentStyles } from './paymentStyles.ts'
import { renderRequestStatus } from './renderRequestStatus.ts'

const MOST_SHOWN = '10'

/** A request without a confirmed payment. Only a request from the list has its creation time. */
type OpenRequest = Omit<RequestRecord, 'approval' | 'createdAt' | 'updatedAt'> & {
  readonly createdAt?: string
}

/** The unpaid requests that a search finds, with their status, which shows whether an order has been paid. */
export class ConsoleOpenRequests extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, paymentStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    filter: { attribute: false },
    fallback: { attribute: false },
  }

  declare filter: PaymentFilter
  /** Shown if there is no such request. */
  declare fallback: TemplateResult | typeof nothing
  readonly #requests = new LoadController<readonly OpenRequest[]>(this, (signal) =>
    this.#read(signal),
  )

  constructor() {
    super()
    this.filter = {}
    this.fallback = nothing
    new RefreshController(this, {
      isNeeded: () => (this.#requests.value?.length ?? 0) > 0,
      refresh: () => this.#requests.refresh(),
      isStale: () => this.#requests.isStale,
      hears: concernsPayments,
    })
  }

  protected override render(): TemplateResult {
    return renderLoaded(this, this.#requests, (requests) =>
      requests.length === 0 ? html`${this.fallback}` : this.#renderRequests(requests),
    )
  }

  async #read(signal: AbortSignal): Promise<readonly OpenRequest[]> {
    const { client } = this.context
    const { reference, paymentReference, requestId } = this.filter
    if (reference !== undefined || paymentReference !== undefined) {
      const query = {
        ...(reference !== undefined && { reference }),
        ...(paymentReference !== undefined && { paymentReference }),
        limit: MOST_SHOWN,
      }
      return (await client.requests.list({ query }, { signal })).requests
    }
    if (requestId === undefined) return []
    try {
      return [await client.requests.get({ params: { requestId } }, { signal })]
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return []
      throw error
    }
  }

  #renderRequests(requests: readonly OpenRequest[]): TemplateResult {
    const { unpaid } = this.context.text.payments
    const { reference, paymentReference, requestId } = this.filter
    const id = paymentReference ?? maskAddress(requestId ?? '')
    const name = reference === undefined ? id : plainText(reference)
    return html`<section class="stack" aria-labelledby="open-title">
      <div>
        <h2 id="open-title">${unpaid.title(name)}</h2>
        <p class="muted">${unpaid.text(requests.length)}</p>
      </div>
      <ul class="records">${requests.map((request) => this.#renderRequest(request))}</ul>
    </section>`
  }

  #renderRequest(request: OpenRequest): TemplateResult {
    const { text, format } = this.context
    const { payments } = text
    const symbol = plainText(request.invoiceCurrency ?? request.invoiceCurrencyId)
    const amount = format.money(request.requestAmount, symbol)
    const { status } = request
    const isPart = status === 'partially_paid'
    return html`<li class="record">
      <div class="record-head">
        <h3><a href=${formatRoute({ name: 'payment', requestId: request.requestId })}>${amount}</a></h3>
        ${renderRequestStatus(request, text)}
      </div>
      <div class="facts-line">
        ${request.createdAt === undefined ? nothing : renderTime(this, request.createdAt)}
        ${isPart ? html`<span>${payments.unpaid.paid(format.money(request.paidAmount, symbol))}</span>` : nothing}
        <span class="value-line"><code title=${request.requestId}>${maskAddress(request.requestId)}</code>${renderCopyButton(this, request.requestId, payments.filters.requestId)}</span>
      </div>
    </li>`
  }
}

customElements.define('console-open-requests', ConsoleOpenRequests)

declare global {
  interface HTMLElementTagNameMap {
    'console-open-requests': ConsoleOpenRequests
  }
}
