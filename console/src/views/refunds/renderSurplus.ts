import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { RefundRecord, RequestDetail } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import { renderNote } from '../../ui/elements.ts'
import { nameCurrency } from '../links/describeListedLink.ts'
import { renderTransactionLink } from '../payments/renderTransactionLink.ts'
import { readSurplus } from './readSurplus.ts'
import { writeRefund } from './renderRefund.ts'

/**
 * Renders an overpaid request's surplus with its refunds, or the decision to keep money; nothing without either. Adds a
 * link to the refund of the remainder, except on the request's own page, which has a button.
 */
export function renderSurplus(
  view: ConsoleView<SignedInContext>,
  request: RequestDetail,
  refunds: readonly RefundRecord[],
  { isOwnPage = false }: { isOwnPage?: boolean } = {},
): TemplateResult {
  const { context } = view
  const surplus = readSurplus(request, refunds)
  if (request.kept !== undefined) return renderKept(view, request, request.kept)
  if (surplus === null) return html``
  const { surplus: text } = context.text.refunds
  const symbol = plainText(request.invoiceCurrency ?? request.invoiceCurrencyId)
  const counted = refunds.filter(({ status }) => status !== 'cancelled')
  const money = (worth: string): string => context.format.money(worth, symbol)
  const { amount, left, isBack } = surplus
  const rest =
    left === null
      ? isBack
        ? text.done
        : text.waiting
      : counted.length > 0
        ? text.left(money(left))
        : isOwnPage
          ? text.agree
          : ''
  const toPayment = formatRoute({ name: 'payment', requestId: request.requestId })
  return renderNote(
    isBack ? 'success' : 'warning',
    html`<p>${text.overpaid(money(amount))} ${rest}</p>
      ${counted.map((refund) => renderOne(view, refund))}
      ${left === null || isOwnPage || !may(context, 'refunds') ? nothing : html`<p><a href=${toPayment}>${text.refund}</a></p>`}
      ${left === null && !isBack ? html`<p><a href=${formatRoute({ name: 'refunds' })}>${text.toRefunds}</a></p>` : nothing}`,
  )
}

/** Renders the merchant's decision to keep money from a request, with the surplus if the request is overpaid. */
function renderKept(
  { context }: ConsoleView<SignedInContext>,
  { excessAmount, invoiceCurrency, invoiceCurrencyId, paymentCurrencyId }: RequestDetail,
  kept: NonNullable<RequestDetail['kept']>,
): TemplateResult {
  const { surplus: text } = context.text.refunds
  const symbol = plainText(invoiceCurrency ?? invoiceCurrencyId)
  const money = context.format.money(kept.amount, nameCurrency(paymentCurrencyId))
  return renderNote(
    'info',
    html`<p>${excessAmount === null ? nothing : text.overpaid(context.format.money(excessAmount, symbol))} ${text.kept(money, plainText(kept.reason))}</p>
      <p><a href=${formatRoute({ name: 'refunds' })}>${text.toRefunds}</a></p>`,
  )
}

function renderOne(view: ConsoleView<SignedInContext>, refund: RefundRecord): TemplateResult {
  const { text, format } = view.context
  const { surplus, list } = text.refunds
  const { status, confirmedAt, txHash, network } = refund
  const money = writeRefund(refund, view.context)
  if (status !== 'confirmed' || confirmedAt === null) {
    return html`<p>${money}: ${list.statuses[status]}</p>`
  }
  return html`<p>${surplus.paidOn(money, format.dateTime(confirmedAt))}${txHash === null ? nothing : html` ${renderTransactionLink(view, { network, txHash })}`}</p>`
}
