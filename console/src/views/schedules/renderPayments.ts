import { explorerTransactionUrl, findNetwork } from '@secure-payment/core/networks'
import { maskAddress, safeUrl } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ScheduleRecord } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import { formatDay } from '../../calendar/formatDay.ts'
import { dayOf } from '../../calendar/occurrence.ts'
import { renderCopyButton } from '../../ui/elements.ts'
import { describeCurrency, listUpcoming } from './dueDays.ts'

/** The number of upcoming dates in the list; the others are only counted. */
const MAX_UPCOMING = 12

/** Renders the due times of the remaining payments. */
export function renderUpcoming(view: ConsoleView, record: ScheduleRecord): TemplateResult {
  const { schedules } = view.context.text
  const isOver = record.status === 'completed' || record.status === 'cancelled'
  const upcoming = isOver ? [] : listUpcoming(record)
  const today = dayOf(view.context.now())
  return html`<section class="card" aria-labelledby="upcoming-title">
    <div>
      <h2 id="upcoming-title">${schedules.upcoming}</h2>
      ${record.status === 'pending' ? html`<p class="hint">${schedules.upcomingPending}</p>` : nothing}
    </div>
    ${
      upcoming.length === 0
        ? html`<p class="muted">${schedules.upcomingNone}</p>`
        : html`<ol class="dates">
            ${upcoming.slice(0, MAX_UPCOMING).map(
              (dueMs) => html`<li>
                <time datetime=${new Date(dueMs).toISOString()}>${formatDay(view.context.format, dayOf(dueMs))}</time>
                ${dayOf(dueMs) < today && record.status === 'active' ? html`<span class="hint">${schedules.overdue}</span>` : nothing}
              </li>`,
            )}
          </ol>
          ${upcoming.length > MAX_UPCOMING ? html`<p class="hint">${schedules.upcomingMore(upcoming.length - MAX_UPCOMING)}</p>` : nothing}`
    }
  </section>`
}

/** Renders the completed payments, with their transactions. */
export function renderPast(view: ConsoleView, record: ScheduleRecord): TemplateResult {
  const { text, format } = view.context
  const { schedules, common } = text
  const { symbol } = describeCurrency(record.paymentCurrency)
  const network = findNetwork(record.network)
  return html`<section class="stack" aria-labelledby="past-title">
    <h2 id="past-title">${schedules.past}</h2>
    ${
      record.payments.length === 0
        ? html`<p class="muted">${schedules.pastNone}</p>`
        : html`<ol class="records">
            ${record.payments.map(({ amount, timestamp, txHash }) => {
              const url = network ? safeUrl(explorerTransactionUrl(network, txHash)) : null
              const label = schedules.transaction(maskAddress(txHash))
              return html`<li class="record">
                <span class="record-head"><span class="title">${format.money(amount, symbol)}</span></span>
                <span class="facts-line">
                  <span>${format.dateTime(timestamp)}</span>
                  <span class="value-line">${url === null ? html`<span title=${txHash}>${label}</span>` : html`<a href=${url} target="_blank" rel="noopener">${label}<span class="visually-hidden"> (${common.opensNewTab})</span></a>`}${renderCopyButton(view, txHash, label)}</span>
                </span>
              </li>`
            })}
          </ol>`
    }
  </section>`
}
