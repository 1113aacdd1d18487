import { maskAddress, plainText, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { RequestDetail } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import { renderButton, renderCopyButton } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderDeliveryStatus } from '../../ui/renderDeliveryStatus.ts'
import { writeRefund } from '../refunds/renderRefund.ts'
import { type FoldedSteps, foldHistory, isRejection } from './foldHistory.ts'
import type { HistoryStep, PayerStep, ToldDelivery } from './readHistory.ts'
import { renderTransactionLink } from './renderTransactionLink.ts'

type View = ConsoleView<SignedInContext>

type Options = { request: RequestDetail; onResend: (told: ToldDelivery) => void }

/**
 * Renders a request's steps in chronological order; each webhook has its result and a button that sends it again. Folds payers' repeated
 * steps.
 */
export function renderHistory(
  view: View,
  steps: readonly HistoryStep[],
  options: Options,
): TemplateResult {
  const { detail } = view.context.text.payments
  return html`<ol class="timeline" aria-label=${detail.history}>
    ${foldHistory(steps).map((step) =>
      step.kind === 'folded' ? renderFolded(view, step, options) : renderStep(view, step, options),
    )}
    ${renderExpected(view, options.request)}
  </ol>`
}

/** Renders the number of repeated steps, with a control that opens their list. */
function renderFolded(view: View, { steps }: FoldedSteps, options: Options): TemplateResult {
  const { format, text } = view.context
  const label = text.payments.detail.moreSteps(format.count(steps.length))
  const [dot, icon] = steps.some(isRejection) ? ['dot warning', icons.alert] : ['dot', icons.check]
  return html`<li>
    <span class=${dot} aria-hidden="true">${renderIcon(icon)}</span>
    <details class="fold">
      <summary>${renderIcon(icons.chevron)}${label}</summary>
      <ol class="timeline" aria-label=${label}>
        ${steps.map((step) => renderStep(view, step, options))}
      </ol>
    </details>
  </li>`
}

function renderStep(view: View, step: HistoryStep, options: Options): TemplateResult {
  const { format, text } = view.context
  const { detail } = text.payments
  switch (step.kind) {
    case 'created':
      return renderItem(view, step.at, { icon: 'plain', title: detail.created })
    case 'payer':
      return renderPayerStep(view, step.step)
    case 'payment': {
      const { amount, currency } = step.payment
      const title = detail.arrived(format.money(amount, plainText(currency)))
      return renderItem(view, step.at, { icon: 'success', title })
    }
    case 'refund': {
      const { change, refund } = step
      const title = text.refunds.history[change](writeRefund(refund, view.context))
      return renderItem(view, step.at, {
        icon: change === 'confirmed' ? 'success' : 'plain',
        title,
      })
    }
    case 'delivery':
      return renderDelivery(view, step, options.onResend)
    default:
      return step satisfies never
  }
}

/** Renders a payer's step with its wallet or its transaction. */
function renderPayerStep(view: View, step: PayerStep): TemplateResult {
  const { detail, filters } = view.context.text.payments
  const { kind, at, walletAddress: wallet, network, txHash, screening } = step
  const titles: Readonly<Record<PayerStep['kind'], string>> = {
    opened: detail.opened,
    screened: screening?.status === 'rejected' ? detail.walletNotAccepted : detail.walletAccepted,
    wallet_chosen: detail.walletChosen,
    sent: detail.sent,
    seen: detail.seen,
    confirmed: '',
  }
  // A choice or a screening of a wallet shows the wallet; each later step shows the transaction.
  const isChoice = (kind === 'wallet_chosen' || kind === 'screened') && wallet !== undefined
  const fact = isChoice
    ? html`<code title=${wallet}>${maskAddress(wallet)}</code>${renderCopyButton(view, wallet, filters.walletAddress)}`
    : txHash !== undefined && network !== undefined
      ? html`${renderTransactionLink(view, { network, txHash })}${renderCopyButton(view, txHash, detail.transaction)}`
      : null
  return renderItem(view, at, {
    icon: screening?.status === 'rejected' ? 'warning' : 'plain',
    title: titles[kind],
    ...(fact !== null && {
      body: html`<div class="told"><span class="value-line">${fact}</span>${renderReason(view, screening)}</div>`,
    }),
  })
}

/** The names that the API returns for the host's own deny list, and for an entry without a reason. */
const DENY_LIST = { provider: 'list', reasonCode: 'deny_list' }

/** Renders the reason of a rejected wallet, with the provider's id of the decision. */
function renderReason(
  view: View,
  screening: PayerStep['screening'],
): TemplateResult | typeof nothing {
  if (screening === undefined || screening.status === 'approved') return nothing
  const { provider, reasonCode, providerReference } = screening
  const { screeningReason, denyList } = view.context.text.payments.detail
  const facts =
    provider === DENY_LIST.provider
      ? [reasonCode === DENY_LIST.reasonCode ? null : reasonCode, denyList]
      : [reasonCode, provider, providerReference]
  return html`<span class="hint">${screeningReason(plainText(facts.filter((one) => one !== null).join(' · ')))}</span>`
}

/** Renders the step that is expected next; nothing if the request is settled. */
function renderExpected(view: View, request: RequestDetail): TemplateResult | typeof nothing {
  const { text, format } = view.context
  const { detail } = text.payments
  const symbol = plainText(request.invoiceCurrency ?? request.invoiceCurrencyId)
  const title = {
    created: detail.waiting,
    partially_paid: detail.waitingFor(format.money(request.remainingAmount, symbol)),
    processing: detail.processing,
    paid: null,
    failed: null,
    refunded: null,
    invalidated: null,
  }[request.status]
  if (title === null) return nothing
  return html`<li aria-current="step">
    <span class="dot" aria-hidden="true"><span class="spinner"></span></span>
    <div class="step"><span>${title}</span></div>
  </li>`
}

function renderDelivery(
  view: View,
  { webhook, delivery, at }: Extract<HistoryStep, { kind: 'delivery' }>,
  onResend: (told: ToldDelivery) => void,
): TemplateResult {
  const { text } = view.context
  const { detail } = text.payments
  const isSending = view.submit.pending === delivery.id
  const route = { name: 'delivery', webhookId: webhook.id, deliveryId: delivery.id } as const
  const body = html`<div class="told">
    <span class="hint">${plainText(webhook.url)}</span>
    <span class="hint">${describeAttempts(delivery, detail)}</span>
    <div class="row">
      ${
        may(view.context, 'manage')
          ? renderButton({
              label: delivery.status === 'pending' ? detail.sendNow : detail.resend,
              describe: delivery.event,
              isCompact: true,
              isBusy: isSending,
              onClick: () => onResend({ webhook, delivery }),
            })
          : nothing
      }
      <a class="link small" href=${formatRoute(route)} aria-label="${detail.see}: ${delivery.event}">${detail.see}</a>
    </div>
  </div>`
  return renderItem(view, at, {
    icon: delivery.status === 'delivered' ? 'success' : TONES[delivery.status],
    title: html`${detail.webhook} <code>${delivery.event}</code> ${renderDeliveryStatus(delivery, text)}`,
    body,
  })
}

/** Returns the last attempt's result. */
function describeAttempts(
  { attempts }: ToldDelivery['delivery'],
  detail: SignedInContext['text']['payments']['detail'],
): string {
  const last = attempts.at(-1)
  if (last === undefined) return detail.notTried
  const { responseStatus, error } = last
  return responseStatus === null
    ? detail.unanswered(attempts.length, plainText(error ?? detail.noResponse))
    : detail.answered(attempts.length, responseStatus)
}

const TONES = { dead: 'danger', pending: 'warning', cancelled: 'plain' } as const

function renderItem(
  view: View,
  at: string,
  item: {
    icon: 'success' | 'danger' | 'warning' | 'plain'
    title: unknown
    body?: TemplateResult
  },
): TemplateResult {
  const { format } = view.context
  const icon = item.icon === 'success' || item.icon === 'plain' ? icons.check : icons.alert
  return html`<li>
    <span class="dot ${item.icon}" aria-hidden="true">${renderIcon(icon)}</span>
    <div class="step">
      <span>${item.title}</span>
      <time datetime=${at}>${format.dateTime(at)}</time>
      ${item.body ?? nothing}
    </div>
  </li>`
}
