import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { subtractWorths } from '../../amounts/subtractWorths.ts'
import type { PaymentTotals } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import { formatDay } from '../../calendar/formatDay.ts'
import type { SignedInContext } from '../../context.ts'
import { renderFact } from '../../ui/elements.ts'
import { MOST_REPORTED, type PaymentReport, type ReportDetails } from './readReport.ts'
import { renderWorth } from './renderWorth.ts'

type View = ConsoleView<SignedInContext>
type Total = PaymentTotals['received']

/** Renders a period's report, which replaces the page in print and in PDF files. */
export function renderReport(view: View, report: PaymentReport): TemplateResult {
  const { text, format, session } = view.context
  const { report: words } = text.payments
  const { totals, createdAt } = report
  const [first, last] = [totals.intervals[0], totals.intervals.at(-1)]
  const merchant = plainText(session.tenantName)
  return html`<article class="report" aria-label=${words.title}>
    <header>
      <p class="report-title">${words.title}</p>
      ${merchant === '' ? nothing : html`<p class="report-merchant">${merchant}</p>`}
    </header>
    <dl>
      ${first === undefined || last === undefined ? nothing : renderFact(words.period, `${formatDay(format, first.date)} – ${formatDay(format, last.date)}`)}
      ${renderFact(words.timeZone, totals.timeZone)}
      ${renderFact(words.currency, totals.reportingCurrency)}
      ${renderFact(words.created, format.dateTime(createdAt))}
    </dl>
    ${renderTotals(view, report)} ${renderDays(view, totals)}
    <p class="report-note">${words.rounded}</p>
    ${report.details === null ? html`<p class="report-note">${words.tooMany(format.count(MOST_REPORTED))}</p>` : nothing}
  </article>`
}

function renderTotals(view: View, { totals, details }: PaymentReport): TemplateResult {
  const { text } = view.context
  const { report: words, worthIn } = text.payments
  const { received, paidOut, reportingCurrency: currency } = totals
  const unknown =
    received.unvaluedInReportingCurrencyCount + paidOut.unvaluedInReportingCurrencyCount
  return html`<section>
    <h2>${words.totals}</h2>
    <table>
      <thead><tr><td></td><th scope="col" class="number">${words.count}</th><th scope="col" class="number">${worthIn(currency)}</th></tr></thead>
      <tbody>
        ${renderTotal(view, words.received, received, currency)}
        ${renderTotal(view, words.paidOutWithRefunds, paidOut, currency)}
        ${details === null ? nothing : renderRefunds(view, details, currency)}
        ${renderNet(view, totals)}
        ${details === null ? nothing : renderFees(view, details)}
      </tbody>
    </table>
    ${unknown === 0 ? nothing : html`<p class="report-note">${text.home.unknown(unknown)}</p>`}
  </section>`
}

function renderTotal(view: View, label: string, total: Total, currency: string): TemplateResult {
  const { format } = view.context
  return html`<tr>
    <th scope="row">${label}</th>
    <td class="number">${format.count(total.paymentCount)}</td>
    <td class="number">${renderWorth(view, total.amountInReportingCurrency, currency)}</td>
  </tr>`
}

function renderRefunds(
  view: View,
  { refundCount, refunds }: ReportDetails,
  currency: string,
): TemplateResult {
  const { text, format } = view.context
  const { report: words } = text.payments
  const worth = refundCount === 0 ? '0' : (refunds?.worth ?? null)
  return html`<tr>
      <th scope="row" class="part">${words.refunds}</th>
      <td class="number">${format.count(refundCount)}</td>
      <td class="number">${worth === null ? text.payments.worthUnknown : renderWorth(view, worth, currency)}</td>
    </tr>`
}

/** Renders the received value minus the value that was paid out. */
function renderNet(view: View, totals: PaymentTotals): TemplateResult {
  const { received, paidOut, reportingCurrency: currency } = totals
  const net = subtractWorths(received.amountInReportingCurrency, paidOut.amountInReportingCurrency)
  return html`<tr>
    <th scope="row">${view.context.text.payments.report.net}</th>
    <td></td>
    <td class="number">${renderWorth(view, net.worth, currency, (worth) => (net.isNegative ? `\u2212${worth}` : worth))}</td>
  </tr>`
}

function renderFees({ context: { text, format } }: View, { fees }: ReportDetails): TemplateResult {
  const { report: words } = text.payments
  return html`<tr>
      <th scope="row">${words.fees}</th>
      <td></td>
      <td class="number">${fees.length === 0 ? words.noFees : fees.map((fee) => html`<div>${format.money(fee.amount, plainText(fee.currency))}</div>`)}</td>
    </tr>`
}

/** Renders the days that have payments. */
function renderDays({ context }: View, totals: PaymentTotals): TemplateResult | typeof nothing {
  const { text, format } = context
  const { report: words } = text.payments
  const { reportingCurrency: currency } = totals
  const days = totals.intervals.filter(
    ({ received, paidOut }) => received.paymentCount + paidOut.paymentCount > 0,
  )
  if (days.length === 0) return nothing
  const cells = (total: Total) => html`<td class="number">${format.count(total.paymentCount)}</td>
    <td class="number">${format.money(total.amountInReportingCurrency, currency)}</td>`
  return html`<section>
    <h2>${words.days}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">${words.day}</th>
          <th scope="col" class="number">${words.receivedCount}</th>
          <th scope="col" class="number">${words.received} (${currency})</th>
          <th scope="col" class="number">${words.paidOutCount}</th>
          <th scope="col" class="number">${words.paidOut} (${currency})</th>
        </tr>
      </thead>
      <tbody>
        ${days.map(
          ({ date, received, paidOut }) => html`<tr>
            <th scope="row">${formatDay(format, date)}</th>
            ${cells(received)} ${cells(paidOut)}
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}
