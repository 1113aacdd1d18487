import { maskAddress, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ScheduleRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import { formatDay } from '../../calendar/formatDay.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import { tabStyles } from '../../styles/tabStyles.ts'
import { renderButton, renderEmpty, renderFailure, renderPageHead } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderSelect } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { readHeld } from '../approvals/readHeld.ts'
import { payoutStyles } from '../payouts/payoutStyles.ts'
import { renderPayoutTabs } from '../payouts/renderPayoutTabs.ts'
import { deliveryStyles } from '../webhooks/deliveryStyles.ts'
import { describeCurrency } from './dueDays.ts'
import { describeScheduleFailure, renderScheduleState } from './renderScheduleState.ts'
import './console-schedule-calendar.ts'

type Filter = 'all' | ScheduleRecord['status']

type Facts = {
  readonly records: readonly ScheduleRecord[]
  readonly total: number
  /** The ids of the recurring payouts that wait for an approval. */
  readonly held: ReadonlySet<string>
}

/** The API's maximum page size. The calendar shows only the loaded pages. */
const PAGE_SIZE = 100

/** The merchant's recurring payouts, newest first, and the payments due in a month. */
export class ConsoleSchedules extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, tabStyles, deliveryStyles, payoutStyles]
  static override readonly properties = { ...ConsoleView.properties, filter: { state: true } }

  declare filter: Filter
  readonly #facts = new LoadController<Facts>(this, async (signal) => this.#read(0, signal))

  constructor() {
    super()
    this.filter = 'all'
  }

  protected override render(): TemplateResult {
    const { schedules } = this.context.text
    return html`<div class="page">
      ${renderPageHead({
        title: schedules.title,
        lead: schedules.lead,
        actions: may(this.context, 'payouts')
          ? html`<a class="button primary" href=${formatRoute({ name: 'newSchedule' })}>${renderIcon(icons.plus)}${schedules.create}</a>`
          : null,
      })}
      ${renderPayoutTabs(this, 'schedules')}
      ${renderLoaded(this, this.#facts, (facts) => this.#renderFacts(facts))}
    </div>`
  }

  async #read(offset: number, signal?: AbortSignal): Promise<Facts> {
    const { payouts } = this.context.client
    const query = { limit: String(PAGE_SIZE), offset: String(offset) }
    const [{ recurringPayments, pagination }, held] = await Promise.all([
      payouts.list({ query }, signal === undefined ? {} : { signal }),
      readHeld(this.context, signal),
    ])
    return { records: recurringPayments, total: pagination.total, held }
  }

  #renderFacts({ records, total, held }: Facts): TemplateResult {
    const { schedules } = this.context.text
    if (records.length === 0) {
      return renderEmpty({
        icon: icons.calendar,
        title: schedules.empty,
        text: schedules.emptyText,
        ...(may(this.context, 'payouts') && {
          action: html`<a class="button primary" href=${formatRoute({ name: 'newSchedule' })}>${schedules.create}</a>`,
        }),
      })
    }
    const shown = records.filter(({ status }) => this.filter === 'all' || status === this.filter)
    const filters = Object.entries({ all: schedules.all, ...schedules.status })
    return html`<section class="card" aria-labelledby="calendar-title">
        <console-schedule-calendar .context=${this.context} .records=${records}></console-schedule-calendar>
        ${records.length < total ? html`<p class="hint">${schedules.calendar.limited(records.length)}</p>` : nothing}
      </section>
      <div class="filter">
        ${renderSelect(this, {
          name: 'status',
          label: schedules.filter,
          value: this.filter,
          choices: filters,
          onChange: (value) => {
            this.filter = FILTERS.find((filter) => filter === value) ?? 'all'
          },
          failure: null,
        })}
      </div>
      ${
        shown.length === 0
          ? html`<p class="muted" role="status">${schedules.emptyFilter}</p>`
          : html`<ul class="records">${shown.map((record) => this.#renderRecord(record, held.has(record.id)))}</ul>`
      }
      ${renderFailure(this, this.submit.failureOf('more'))}
      ${
        records.length < total
          ? html`<div>${renderButton({ label: schedules.more, isBusy: this.submit.pending === 'more', onClick: () => void this.#more() })}</div>`
          : nothing
      }`
  }

  #renderRecord(record: ScheduleRecord, isHeld: boolean): TemplateResult {
    const { text, format } = this.context
    const { schedules } = text
    const { symbol } = describeCurrency(record.paymentCurrency)
    const failure = describeScheduleFailure(record, text)
    return html`<li>
      <a class="record delivery" href=${formatRoute({ name: 'schedule', scheduleId: record.id })}>
        <span class="record-head">
          <span class="title">${format.money(record.amount, symbol)}</span>
          <span class="muted">${schedules.frequency[record.frequency]}</span>
          ${renderScheduleState(record, text, { isHeld })}
        </span>
        <span class="facts-line">
          <span>${schedules.fromTo(maskAddress(record.payer), maskAddress(record.payee))}</span>
          <span>${schedules.progress(record.processedPayments, record.totalPayments)}</span>
          ${record.nextPaymentDate === null ? nothing : html`<span>${schedules.next(formatDay(this.context.format, record.nextPaymentDate))}</span>`}
          ${record.reference === null ? nothing : html`<span>${record.reference}</span>`}
        </span>
        ${failure === null ? nothing : html`<span class="field-error">${failure}</span>`}
        ${renderIcon(icons.chevron, 'small chevron')}
      </a>
    </li>`
  }

  async #more(): Promise<void> {
    const facts = this.#facts.value
    if (facts === null) return
    const page = await this.submit.run('more', () => this.#read(facts.records.length))
    if (page === null || this.#facts.value !== facts) return
    const known = new Set(facts.records.map(({ id }) => id))
    const more = page.records.filter(({ id }) => !known.has(id))
    this.#facts.replace({ ...page, records: [...facts.records, ...more] })
  }
}

const FILTERS: readonly Filter[] = ['all', 'pending', 'active', 'paused', 'completed', 'cancelled']

customElements.define('console-schedules', ConsoleSchedules)

declare global {
  interface HTMLElementTagNameMap {
    'console-schedules': ConsoleSchedules
  }
}
