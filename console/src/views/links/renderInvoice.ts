import { plainText, renderQr } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../../ConsoleView.ts'
import { formatDay } from '../../calendar/formatDay.ts'
import type { SignedInContext } from '../../context.ts'
import type { LinkWords } from './describeLink.ts'
import { plainLines } from './plainLines.ts'
import type { LinkState } from './readLink.ts'
import { renderOrderLines, type Sum, symbolOf } from './renderOrderLines.ts'

/** Renders a link's invoice, which replaces the page in print and in PDF files. */
export function renderInvoice(
  view: ConsoleView<SignedInContext>,
  { payment, summary }: LinkState,
  words: LinkWords,
): TemplateResult {
  const { text, format, session } = view.context
  const { invoice } = text.links
  const { order, createdAt } = payment
  const title = payment.status === 'invalidated' ? invoice.cancelledTitle : invoice.title
  const symbol = symbolOf(payment)
  const people = [words.customer, words.email === words.customer ? null : words.email]
  const customer = people.filter((one) => one !== null)
  return html`<article class="invoice" aria-label=${title}>
    <header>
      <p class="invoice-title">${title}</p>
      <p>${plainText(session.tenantName)}</p>
    </header>
    <dl>
      ${customer.length === 0 ? nothing : html`<div><dt>${invoice.to}</dt>${customer.map((one) => html`<dd>${one}</dd>`)}</div>`}
      ${words.reference === null ? nothing : html`<div><dt>${invoice.number}</dt><dd>${words.reference}</dd></div>`}
      <div><dt>${invoice.date}</dt><dd>${formatDay(format, createdAt)}</dd></div>
      ${order?.dueDate === undefined ? nothing : html`<div><dt>${invoice.due}</dt><dd>${formatDay(format, order.dueDate)}</dd></div>`}
    </dl>
    ${words.title === null ? nothing : html`<p class="invoice-for">${words.title}</p>`}
    ${order?.description === undefined ? nothing : html`<p class="prose">${plainLines(order.description)}</p>`}
    ${
      order?.lines === undefined
        ? listSums(view, words).map(
            ({ label, sum }) =>
              html`<p class="total-line"><span>${label}</span><strong>${sum}</strong></p>`,
          )
        : renderOrderLines(view, { lines: order.lines, symbol, sums: listSums(view, words) })
    }
    ${renderPaying(view, { payment, url: summary.securePaymentUrl, words })}
  </article>`
}

/** Lists the amount, the fee that the payer pays on top and the total; only the amount without such a fee. */
function listSums(
  { context: { text } }: ConsoleView<SignedInContext>,
  { amount, feeOnTop, total }: LinkWords,
): readonly Sum[] {
  const { invoice, detail } = text.links
  if (feeOnTop === null) return [{ label: invoice.item, sum: amount }]
  return [
    { label: invoice.item, sum: amount },
    { label: text.approvals.fees.payer, sum: feeOnTop },
    { label: detail.total, sum: total },
  ]
}

function renderPaying(
  view: ConsoleView<SignedInContext>,
  { payment, url, words }: { payment: LinkState['payment']; url: string; words: LinkWords },
): TemplateResult {
  const { text, format } = view.context
  const { invoice, detail } = text.links
  switch (payment.status) {
    case 'pending':
      return html`<footer>
        ${renderQr(url, detail.qr)}
        <div>
          <p class="invoice-for">${invoice.pay}</p>
          <p>${invoice.payText(words.expires)}</p>
          <p class="invoice-url">${url}</p>
        </div>
      </footer>`
    case 'completed': {
      const at = payment.completedAt
      return html`<p class="invoice-for">${at === null ? words.status : invoice.paid(format.dateTime(at))}</p>`
    }
    case 'expired':
      return html`<p class="invoice-for">${invoice.expired}</p>`
    case 'invalidated':
      return html`<p class="invoice-for">${invoice.cancelled}</p>`
    default:
      return payment.status satisfies never
  }
}
