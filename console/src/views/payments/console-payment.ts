import { ApiError } from '@secure-payment/core/client'
import { plainText, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { RefundRecord, RequestDetail, WebhookRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { concernsDeliveries, concernsRequests } from '../../live/change.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import { timelineStyles } from '../../styles/timelineStyles.ts'
import type { Text } from '../../text/text.ts'
import {
  renderButton,
  renderCode,
  renderEmpty,
  renderFailure,
  renderNote,
  renderPageHead,
} from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderConfirm } from '../../ui/renderDialog.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderStale } from '../../ui/renderStale.ts'
import { readRequestApproval } from '../approvals/readRequestApproval.ts'
import { readRest } from '../refunds/readRest.ts'
import { readSurplus } from '../refunds/readSurplus.ts'
import { titleRefund } from '../refunds/titleRefund.ts'
import { paymentStyles } from './paymentStyles.ts'
import { readHistory, type ToldDelivery } from './readHistory.ts'
import { renderChainFacts } from './renderChainFacts.ts'
import { renderHistory } from './renderHistory.ts'
import { renderRequestFacts } from './renderRequestFacts.ts'
import '../approvals/console-request-approval.ts'
import '../refunds/console-refund-form.ts'
import '../refunds/console-refund-list.ts'
import './console-receipt.ts'

/** The name of the cancellation in the submit controller. */
const CANCEL = 'cancel'
/** The name of the read that precedes the cancellation. */
const ASK = 'ask'
/** The number of deliveries per endpoint on the page. */
const MOST_DELIVERIES = '20'
/** The maximum number of refunds that the page reads. */
const MOST_REFUNDS = '100'
/** The states in which no further change to a request is expected. */
const SETTLED: readonly string[] = ['paid', 'refunded', 'failed', 'invalidated']
/** The states in which a refund has not been paid yet. */
const UNSETTLED: readonly RefundRecord['status'][] = ['open', 'processing']
/** The states in which payers may open the payment and begin to pay. */
const UNPAID: readonly string[] = ['created', 'partially_paid']

/** The request that the member is about to cancel, and the number of other payouts that wait for the same approval. */
type Cancellation = { readonly request: RequestDetail; readonly waitingOthers: number }

/** A request with its payments and the webhooks about them. */
type Facts = {
  readonly request: RequestDetail
  readonly webhooks: readonly WebhookRecord[]
  readonly deliveries: readonly ToldDelivery[]
  /** Whether an endpoint has older deliveries about the request. */
  readonly hasMore: boolean
  readonly refunds: readonly RefundRecord[]
}

/** A request from its creation to its last webhook: the history, the facts on chain, and the raw data. */
export class ConsolePayment extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, timelineStyles, paymentStyles]
  static override readonly properties = { ...ConsoleView.properties, requestId: {} }

  declare requestId: string
  readonly dialog = new DialogController<Cancellation>(this)
  /** The request and its facts; null if there is no such request. */
  readonly #facts = new LoadController<Facts | null>(this, (signal) => this.#read(signal))

  constructor() {
    super()
    new RefreshController(this, {
      isNeeded: () => this.#isOpen(),
      refresh: () => this.#facts.refresh(),
      isStale: () => this.#facts.isStale,
      // The stream does not report payers' steps.
      isUnreported: () => UNPAID.includes(this.#facts.value?.request.status ?? 'created'),
      hears: (change) => {
        const refunds = this.#facts.value?.refunds ?? []
        const ids = [this.requestId, ...refunds.map(({ refundRequestId }) => refundRequestId)]
        return concernsDeliveries(change) || concernsRequests(change, ids)
      },
    })
  }

  protected override render(): TemplateResult {
    const { payments, deliveries } = this.context.text
    const { detail } = payments
    const request = this.#facts.value?.request ?? null
    return html`<div class="page">
      <a class="crumb" href=${formatRoute({ name: 'payments', query: '' })}>${renderIcon(icons.back, 'small')}${detail.back}</a>
      ${renderPageHead({
        title: request === null ? detail.title : titleRequest(request, this.context.text),
        actions: html`${renderButton({
          label: deliveries.refresh,
          icon: icons.refresh,
          onClick: () => void this.#facts.reload(),
        })}
        ${this.#renderCancel()}`,
      })}
      ${renderStale(this, this.#facts)}
      ${renderLoaded(this, this.#facts, (facts) =>
        facts === null
          ? renderEmpty({ icon: icons.search, title: detail.missing, text: detail.missingText })
          : this.#renderFacts(facts),
      )}
      ${this.#renderDialog()}
    </div>`
  }

  /** Renders the button only while no payment has arrived; the service checks this again. */
  #renderCancel(): TemplateResult | typeof nothing {
    const request = this.#facts.value?.request
    if (request?.status !== 'created' || !may(this.context, 'create')) return nothing
    return renderButton({
      label: wordsOf(request, this.context.text).request,
      isDanger: true,
      isBusy: this.submit.pending === ASK,
      onClick: () => void this.#ask(request),
    })
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { current } = this.dialog
    if (current === null) return nothing
    const { text, format } = this.context
    const { cancelling } = text
    const { request, waitingOthers } = current
    const words = wordsOf(request, text)
    const symbol = plainText(request.invoiceCurrency ?? request.invoiceCurrencyId)
    return renderConfirm(this, {
      name: CANCEL,
      title: words.title(format.money(request.requestAmount, symbol)),
      text: words.text,
      ...(waitingOthers > 0 && {
        extra: renderNote('warning', cancelling.waitingTogether(waitingOthers)),
      }),
      confirm: words.request,
      keep: cancelling.keep,
      isDanger: true,
      onConfirm: () => void this.#cancel(),
    })
  }

  /** Opens the dialog, which shows the number of other payouts whose approval also ends. */
  async #ask(request: RequestDetail): Promise<void> {
    const { context, requestId } = this
    const waiting = await this.submit.run(ASK, async () => {
      if (request.flow !== 'pay') return 0
      const approval = await readRequestApproval(context, requestId)
      return approval?.status === 'waiting' ? approval.requestIds.length - 1 : 0
    })
    if (waiting === null) return
    this.submit.reset()
    this.dialog.open({ request, waitingOthers: waiting })
  }

  async #cancel(): Promise<void> {
    const { client, text, announce } = this.context
    const request = this.dialog.current?.request
    const params = { requestId: this.requestId }
    const cancelled = await this.submit.run(CANCEL, () => client.requests.cancel({ params }))
    if (cancelled === null) {
      // The page behind the dialog must show a payment that has arrived in the meantime.
      await this.#facts.refresh()
      return
    }
    await this.#facts.reload()
    this.dialog.close()
    if (request !== undefined) announce(wordsOf(request, text).done)
  }

  async #read(signal: AbortSignal): Promise<Facts | null> {
    const { client } = this.context
    const { requestId } = this
    const [request, webhooks, { refunds }] = await Promise.all([
      client.requests.get({ params: { requestId } }, { signal }).catch(refuseMissing),
      client.webhooks.list({}, { signal }),
      client.refunds.list({ query: { requestId, limit: MOST_REFUNDS } }, { signal }),
    ])
    if (request === null) return null
    const query = { requestId, limit: MOST_DELIVERIES }
    const pages = await Promise.all(
      webhooks.map(async (webhook) => {
        const params = { webhookId: webhook.id }
        const page = await client.webhooks.deliveries({ params, query }, { signal })
        return {
          deliveries: page.deliveries.map((delivery) => ({ webhook, delivery })),
          hasMore: page.nextBefore !== null,
        }
      }),
    )
    return {
      request,
      webhooks,
      deliveries: pages.flatMap(({ deliveries }) => deliveries),
      hasMore: pages.some(({ hasMore }) => hasMore),
      refunds,
    }
  }

  /** Returns whether the payment or a webhook about it is still expected to change. */
  #isOpen(): boolean {
    const facts = this.#facts.value
    if (facts === null) return false
    // A paused webhook sends nothing.
    const isSending = facts.deliveries.some(
      ({ webhook, delivery }) => webhook.isActive && delivery.status === 'pending',
    )
    const isRefunding = facts.refunds.some(({ status }) => UNSETTLED.includes(status))
    return isSending || isRefunding || !SETTLED.includes(facts.request.status)
  }

  #renderFacts(facts: Facts): TemplateResult {
    const { detail } = this.context.text.payments
    const { request, deliveries, webhooks, hasMore, refunds } = facts
    return html`<console-request-approval .context=${this.context} .requestId=${this.requestId}></console-request-approval>
      ${renderRequestFacts(this, request, refunds)}
      <section class="card" aria-labelledby="history-title">
        <div>
          <h2 id="history-title">${detail.history}</h2>
          ${this.#isOpen() ? html`<p class="hint">${detail.live}</p>` : nothing}
        </div>
        ${this.submit.failed === CANCEL ? nothing : renderFailure(this, this.submit.failure)}
        ${renderHistory(this, readHistory(request, deliveries, refunds), {
          request,
          onResend: (told) => void this.#resend(told),
        })}
        ${hasMore ? html`<p class="hint">${detail.moreDeliveries}</p>` : nothing}
        ${
          webhooks.length > 0
            ? nothing
            : html`<p class="muted">${detail.noWebhooks} <a href=${formatRoute({ name: 'webhooks' })}>${detail.addWebhook}</a></p>`
        }
      </section>
      ${request.payments.map((payment, index) =>
        renderChainFacts(this, payment, {
          number: index + 1,
          all: request.payments.length,
          refund: this.#renderRefund(facts, payment),
        }),
      )}
      <console-receipt .context=${this.context} .request=${request}></console-receipt>
      ${refunds.length === 0 ? nothing : html`<console-refund-list .context=${this.context} .scope=${{ requestId: this.requestId }}></console-refund-list>`}
      <details class="fold">
        <summary>${renderIcon(icons.chevron)}${detail.raw}</summary>
        ${renderCode(this, detail.rawTitle, JSON.stringify(request, null, 2))}
      </details>`
  }

  /** Renders the button that refunds a payment while part of it can still be refunded. */
  #renderRefund(
    { request, refunds }: Facts,
    payment: RequestDetail['payments'][number],
  ): TemplateResult | typeof nothing {
    const rest = request.flow === 'pay' ? null : readRest(payment, refunds)
    if (rest === null || !may(this.context, 'refunds')) return nothing
    const currencies = { payment: request.paymentCurrencyId, invoice: request.invoiceCurrencyId }
    const surplus = readSurplus(request, refunds)
    const givenBack = surplus?.left === null ? request.excessAmount : null
    const onCreated = (): void => void this.#facts.refresh()
    return html`<div>
      <console-refund-form .context=${this.context} .payment=${payment} .payee=${request.payee} .currencies=${currencies} .rest=${rest} .surplus=${givenBack} @created=${onCreated}></console-refund-form>
    </div>`
  }

  async #resend({ webhook, delivery }: ToldDelivery): Promise<void> {
    const { client, announce, text } = this.context
    const params = { webhookId: webhook.id, deliveryId: delivery.id }
    const sent = await this.submit.run(delivery.id, () => client.webhooks.redeliver({ params }))
    if (sent === null) return
    announce(text.payments.detail.resent)
    await this.#facts.reload()
  }
}

/** Returns the sentences about cancelling a request, or a payout. */
function wordsOf({ flow }: RequestDetail, { cancelling }: Text): Text['cancelling']['payout'] {
  return flow === 'pay' ? cancelling.payout : cancelling
}

/** Returns a request's title; a request that pays a refund is named after the refunded order. */
function titleRequest({ reference, refundOf }: RequestDetail, text: Text): string {
  const { detail } = text.payments
  if (refundOf !== undefined) return titleRefund(refundOf, text)
  return reference === null ? detail.title : detail.titleOf(plainText(reference))
}

function refuseMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

customElements.define('console-payment', ConsolePayment)

declare global {
  interface HTMLElementTagNameMap {
    'console-payment': ConsolePayment
  }
}
