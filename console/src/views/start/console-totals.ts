import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { formatRoute } from '../../routes.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderStale } from '../../ui/renderStale.ts'
import { listPeriods } from '../payments/listPeriods.ts'
import { formatFilter } from '../payments/paymentFilter.ts'
import { readTotals, type Totals } from './readTotals.ts'
import { renderDayChart } from './renderDayChart.ts'
import { startStyles } from './startStyles.ts'

/** The money received today, this week, this month, and per day. */
export class ConsoleTotals extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, startStyles]
  static override readonly properties = { ...ConsoleView.properties, newest: {} }

  /** The newest payment's id: a different one means that the totals have changed. */
  declare newest: string
  /** The day of the last read: a different one means that the periods have changed. */
  #day = ''
  /** Whether a read is running. The next one starts only after it, so that frequent payments cannot keep restarting it. */
  #isReading = false
  /** Whether a payment has arrived that the last read does not contain. */
  #isChanged = false
  readonly #totals = new LoadController<Totals>(this, (signal) => this.#read(signal))

  constructor() {
    super()
    this.newest = ''
    new RefreshController(this, {
      isNeeded: () =>
        !this.#isReading &&
        (this.#isChanged ||
          this.#totals.isStale ||
          this.#day !== new Date(this.context.now()).toDateString()),
      refresh: () => this.#totals.refresh(),
    })
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.get('newest')) return
    if (this.#isReading) this.#isChanged = true
    else void this.#totals.refresh()
  }

  async #read(signal: AbortSignal): Promise<Totals> {
    const now = new Date(this.context.now())
    this.#day = now.toDateString()
    this.#isReading = true
    this.#isChanged = false
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    try {
      return await readTotals(this.context.client.payments.totals, { now, timeZone, signal })
    } finally {
      this.#isReading = false
    }
  }

  protected override render(): TemplateResult {
    const { home } = this.context.text
    return html`<section class="stack" aria-labelledby="received-title">
      <div>
        <div class="row apart">
          <h2 id="received-title">${home.received}</h2>
          ${this.#renderLastMonth()}
        </div>
        ${this.#totals.value === null ? nothing : html`<p class="hint">${home.receivedHint(this.#totals.value.currency)}</p>`}
      </div>
      ${renderStale(this, this.#totals)}
      ${renderLoaded(
        this,
        this.#totals,
        (totals) =>
          html`<ul class="totals">${totals.periods.map((total) => this.#renderTotal(total, totals))}</ul>
            ${renderDayChart(this.context, totals)}`,
      )}
    </section>`
  }

  /** Renders the link to last month's payments, whose list can be exported. */
  #renderLastMonth(): TemplateResult | typeof nothing {
    const { text, now } = this.context
    const period = listPeriods(new Date(now())).find(({ name }) => name === 'lastMonth')
    if (period === undefined) return nothing
    const query = formatFilter({ from: period.from, to: period.to })
    return html`<a href=${formatRoute({ name: 'payments', query })}>${text.home.lastMonth}</a>`
  }

  #renderTotal(
    { period, count, worth, unknownCount }: Totals['periods'][number],
    { currency }: Totals,
  ): TemplateResult {
    const { text, format } = this.context
    const { home, payments } = text
    const { name, from, to } = period
    const label = name === 'lastMonth' ? payments.preset.lastMonth : home.periods[name]
    const counted = payments.count(count, format.count(count))
    const route = { name: 'payments', query: formatFilter({ from, to }) } as const
    return html`<li>
      <a class="total" href=${formatRoute(route)}>
        <span class="muted">${label}</span>
        <strong>${format.money(worth, currency)}</strong>
        <span class="hint">${counted}</span>
        ${unknownCount === 0 ? nothing : html`<span class="hint">${home.unknown(unknownCount)}</span>`}
      </a>
    </li>`
  }
}

customElements.define('console-totals', ConsoleTotals)

declare global {
  interface HTMLElementTagNameMap {
    'console-totals': ConsoleTotals
  }
}
