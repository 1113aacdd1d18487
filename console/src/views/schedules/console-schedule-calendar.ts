import { maskAddress, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ScheduleRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import { formatDay, formatMonth, listWeekdays } from '../../calendar/formatDay.ts'
import {
  columnOf,
  type Month,
  monthGrid,
  monthOf,
  moveToMonth,
  shiftDay,
  shiftMonth,
} from '../../calendar/monthGrid.ts'
import { type Day, dayOf } from '../../calendar/occurrence.ts'
import type { SignedInContext } from '../../context.ts'
import { formatRoute } from '../../routes.ts'
import { renderBadge, renderButton } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { calendarStyles } from './calendarStyles.ts'
import { type DuePayment, listDue, sumDue } from './dueDays.ts'

/** A month of due and completed payments, by day. Arrow keys move by day and week, Page Up and Down by month. */
export class ConsoleScheduleCalendar extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, calendarStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    records: { attribute: false },
    day: { state: true },
  }

  declare records: readonly ScheduleRecord[]
  /** The selected day; null for today. */
  declare day: Day | null

  constructor() {
    super()
    this.records = []
    this.day = null
  }

  protected override render(): TemplateResult {
    const { schedules } = this.context.text
    const { calendar } = schedules
    const today = dayOf(this.context.now())
    const day = this.day ?? today
    const month = monthOf(day)
    const due = Map.groupBy(listDue(this.records, this.context.now()), (payment) => payment.day)
    return html`<div class="calendar">
      <div class="calendar-head">
        <h2 id="calendar-title">${calendar.title}</h2>
        ${renderButton({ label: calendar.today, isCompact: true, onClick: () => this.#show(today) })}
        <div class="turn">
          ${this.#renderTurn(day, -1)}
          <span class="month" aria-live="polite">${this.#nameMonth(month)}</span>
          ${this.#renderTurn(day, 1)}
        </div>
      </div>
      <table role="grid" aria-labelledby="calendar-title" @keydown=${(event: KeyboardEvent) => this.#onKey(event, day)}>
        <thead>
          <tr>
            ${listWeekdays(this.context.format).map(([short, long]) => html`<th scope="col" abbr=${long}>${short}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${monthGrid(month).map(
            (week) => html`<tr>
              ${week.map((cell) => (cell === null ? html`<td></td>` : this.#renderDay(cell, { day, today, due: due.get(cell) ?? [] })))}
            </tr>`,
          )}
        </tbody>
      </table>
      <p class="hint">${this.#describeMonth(month, due)} ${calendar.utc}</p>
      ${this.#renderSelected(day, due.get(day) ?? [])}
    </div>`
  }

  #renderTurn(day: Day, count: -1 | 1): TemplateResult {
    const { calendar } = this.context.text.schedules
    const label = count === 1 ? calendar.following : calendar.previous
    return html`<button class="icon-button" type="button" aria-label=${label} title=${label} @click=${() => this.#show(moveToMonth(day, shiftMonth(monthOf(day), count)))}>${renderIcon(count === 1 ? icons.chevron : icons.back)}</button>`
  }

  #renderDay(
    cell: Day,
    { day, today, due }: { day: Day; today: Day; due: readonly DuePayment[] },
  ): TemplateResult {
    const { format } = this.context
    const isSelected = cell === day
    const sums = sumDue(due.filter(({ state }) => state !== 'paused'))
    return html`<td role="gridcell" aria-selected=${isSelected ? 'true' : 'false'}>
      <button
        type="button"
        class="day ${toneOf(due)}"
        data-day=${cell}
        tabindex=${isSelected ? '0' : '-1'}
        aria-current=${cell === today ? 'date' : nothing}
        @click=${() => this.#show(cell)}
      >
        <span class="visually-hidden">${this.#nameDay(cell, due)}</span>
        <span class="date" aria-hidden="true">${Number(cell.slice(8))}</span>
        ${due.length === 0 ? nothing : html`<span class="dot"></span>`}
        ${sums.map(({ amount, symbol }) => {
          const [shown, unit] = format.pair(amount, symbol)
          return html`<span class="sum" aria-hidden="true"><span>${shown}</span> <span class="unit">${unit}</span></span>`
        })}
        ${due.some(({ state }) => state === 'paused') ? html`<span class="sum unit" aria-hidden="true">${this.context.text.schedules.calendar.paused}</span>` : nothing}
      </button>
    </td>`
  }

  #renderSelected(day: Day, due: readonly DuePayment[]): TemplateResult {
    const { calendar } = this.context.text.schedules
    return html`<section class="selected" aria-labelledby="day-title" aria-live="polite">
      <h3 id="day-title">${this.#nameDate(day)}</h3>
      ${
        due.length === 0
          ? html`<p class="muted">${calendar.nothing}</p>`
          : html`<ul class="due">${due.map((payment) => this.#renderPayment(payment))}</ul>`
      }
    </section>`
  }

  #renderPayment({ record, state, number, isOverdue }: DuePayment): TemplateResult {
    const { text, format } = this.context
    const { schedules } = text
    const [sum] = sumDue([{ day: '', record, state, number, isOverdue }])
    const tone = state === 'paid' ? 'success' : state === 'paused' ? 'danger' : 'plain'
    const amount = format.money(record.amount, sum?.symbol ?? record.paymentCurrency)
    return html`<li>
      <a href=${formatRoute({ name: 'schedule', scheduleId: record.id })}>${schedules.amountTo(amount, maskAddress(record.payee))}</a>
      <span class="muted">${number}/${record.totalPayments}</span>
      ${renderBadge(tone, schedules.calendar[state])}
      ${isOverdue && state === 'due' ? html`<span class="muted">${schedules.overdue}</span>` : nothing}
    </li>`
  }

  #describeMonth(month: Month, due: ReadonlyMap<Day, readonly DuePayment[]>): string {
    const { text, format } = this.context
    const { calendar } = text.schedules
    const days = monthGrid(month)
      .flat()
      .filter((day) => day !== null)
    const open = days.flatMap((day) => (due.get(day) ?? []).filter(({ state }) => state === 'due'))
    if (open.length === 0) return calendar.monthNone
    return calendar.month(
      sumDue(open)
        .map(({ amount, symbol }) => format.money(amount, symbol))
        .join(', '),
    )
  }

  #nameDay(day: Day, due: readonly DuePayment[]): string {
    const { text, format } = this.context
    const { calendar } = text.schedules
    if (due.length === 0) return `${this.#nameDate(day)}, ${calendar.nothingDue}`
    const states = (['due', 'paid', 'paused'] as const).flatMap((state) => {
      const own = due.filter((payment) => payment.state === state)
      const sums = sumDue(own).map(({ amount, symbol }) => format.money(amount, symbol))
      return own.length === 0 ? [] : [`${calendar[state]}: ${sums.join(', ')}`]
    })
    return [this.#nameDate(day), calendar.count(due.length), ...states].join(', ')
  }

  #nameDate(day: Day): string {
    return formatDay(this.context.format, day, 'long')
  }

  #nameMonth({ year, month }: Month): string {
    return formatMonth(this.context.format, { year, month })
  }

  #onKey(event: KeyboardEvent, day: Day): void {
    const next = findDay(event.key, day)
    if (next === null) return
    event.preventDefault()
    this.#show(next)
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
    })
  }

  #show(day: Day): void {
    this.day = day
  }
}

const DAYS_OF_WEEK = 7

/** Returns the CSS classes for a day with due, paused or completed payments; empty without payments. */
function toneOf(due: readonly DuePayment[]): string {
  if (due.some(({ state }) => state === 'due')) return 'has-due'
  if (due.some(({ state }) => state === 'paused')) return 'has-due is-paused'
  return due.length > 0 ? 'has-due is-paid' : ''
}

/** Finds the target for a key press on a day; null for other keys. */
function findDay(key: string, day: Day): Day | null {
  switch (key) {
    case 'ArrowLeft':
      return shiftDay(day, -1)
    case 'ArrowRight':
      return shiftDay(day, 1)
    case 'ArrowUp':
      return shiftDay(day, -DAYS_OF_WEEK)
    case 'ArrowDown':
      return shiftDay(day, DAYS_OF_WEEK)
    case 'Home':
      return shiftDay(day, -columnOf(day))
    case 'End':
      return shiftDay(day, DAYS_OF_WEEK - 1 - columnOf(day))
    case 'PageUp':
      return moveToMonth(day, shiftMonth(monthOf(day), -1))
    case 'PageDown':
      return moveToMonth(day, shiftMonth(monthOf(day), 1))
    default:
      return null
  }
}

customElements.define('console-schedule-calendar', ConsoleScheduleCalendar)

declare global {
  interface HTMLElementTagNameMap {
    'console-schedule-calendar': ConsoleScheduleCalendar
  }
}
