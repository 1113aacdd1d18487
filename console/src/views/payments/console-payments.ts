import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { refuseFields } from '../../failure.ts'
import { type FormValues, readForm } from '../../readForm.ts'
import type { Route } from '../../routes.ts'
import { renderButton, renderFailure, renderPageHead } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { icons } from '../../ui/icons.ts'
import { renderDialog } from '../../ui/renderDialog.ts'
import { renderInput, renderSelect } from '../../ui/renderField.ts'
import { listPeriods } from './listPeriods.ts'
import { listSymbols } from './listSymbols.ts'
import {
  type FilterName,
  formatFilter,
  GROUP_FILTERS,
  listFilters,
  PAYMENT_TYPES,
  type PaymentFilter,
  parseFilter,
} from './paymentFilter.ts'
import { paymentStyles } from './paymentStyles.ts'
import { toTotalsQuery } from './readFilterSums.ts'
import { type PaymentReport, readReport } from './readReport.ts'
import { renderFilterChips } from './renderFilterChips.ts'
import { renderPaymentSearch } from './renderPaymentSearch.ts'
import { renderReport } from './renderReport.ts'
import { reportStyles } from './reportStyles.ts'
import './console-payment-list.ts'

/** The name of the filter's form in the submit controller. */
const FILTER = 'filter'
/** The name of the report in the submit controller. */
const REPORT = 'report'

/**
 * The payments, with filters and a search for any of a payment's details. The URL contains the filter, so a bookmark keeps it.
 */
export class ConsolePayments extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, paymentStyles, reportStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    query: {},
    report: { state: true },
  }

  /** The filter as the URL's query. */
  declare query: string
  /** The report to print; null until the merchant requests it. */
  declare report: PaymentReport | null
  readonly dialog = new DialogController<typeof FILTER>(this)
  #filter: PaymentFilter = {}

  constructor() {
    super()
    this.query = ''
    this.report = null
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('query')) return
    this.#filter = parseFilter(this.query)
    this.report = null
  }

  protected override render(): TemplateResult {
    const { payments } = this.context.text
    const key = formatFilter(this.#filter)
    return html`<div class="page ${this.report === null ? '' : 'screen-only'}">
      ${renderPageHead({ title: payments.title, lead: payments.lead, actions: this.#renderPrint() })}
      ${renderFailure(this, this.submit.failureOf(REPORT))}
      <div class="finder">
        ${renderPaymentSearch(this, (route) => this.#open(route))}
        ${renderFilterChips(this, this.#filter, {
          onOpen: () => {
            this.submit.reset()
            this.dialog.open(FILTER)
          },
          onRemove: (name) => this.#remove(name),
          onClear: () => this.#show({}),
        })}
      </div>
      ${keyed(
        key,
        html`<console-payment-list .context=${this.context} .filter=${this.#filter}></console-payment-list>`,
      )}
      ${this.#renderDialog()}
    </div>
    ${this.report === null ? nothing : renderReport(this, this.report)}`
  }

  /** Renders the button that prints a period's report; nothing for other filters, which have no totals. */
  #renderPrint(): TemplateResult | typeof nothing {
    const { context } = this
    const { payments } = context.text
    const now = new Date(context.now())
    if (toTotalsQuery(this.#filter, { now, timeZone: zoneOf() }) === null) return nothing
    return renderButton({
      label: payments.report.print,
      icon: icons.print,
      isBusy: this.submit.pending === REPORT,
      onClick: () => void this.#print(),
    })
  }

  async #print(): Promise<void> {
    const { query } = this
    const report = await this.submit.run(REPORT, () =>
      readReport(this.context, this.#filter, zoneOf()),
    )
    // The merchant chose another filter while the report was loading.
    if (report === null || query !== this.query) return
    this.report = report
    await this.updateComplete
    window.print()
  }

  #renderDialog(): TemplateResult | typeof nothing {
    if (this.dialog.current === null) return nothing
    const { payments, common } = this.context.text
    return renderDialog(this, {
      title: payments.filterTitle,
      content: html`<form novalidate @submit=${(event: Event) => this.#apply(readForm(event))}>
        ${this.#renderPeriods()} ${this.#renderDays()} ${this.#renderChoices()}
        <div class="form-actions end">
          ${renderButton({ label: common.cancel, onClick: () => this.dialog.close() })}
          ${renderButton({ label: payments.apply, kind: 'primary' })}
        </div>
      </form>`,
    })
  }

  #renderPeriods(): TemplateResult {
    const { payments } = this.context.text
    return html`<div class="row" role="group" aria-label=${payments.presets}>
      ${listPeriods(new Date(this.context.now())).map(({ name, from, to }) =>
        renderButton({
          label: payments.preset[name],
          isCompact: true,
          onClick: () => {
            this.dialog.close()
            this.#show({ ...this.#filter, from, to })
          },
        }),
      )}
    </div>`
  }

  #renderDays(): TemplateResult {
    const { payments } = this.context.text
    const failure = this.submit.failureOf(FILTER)
    const timeZone = zoneOf()
    return html`<div class="pair">
        ${renderInput(this, {
          name: 'from',
          label: payments.filters.from,
          type: 'date',
          value: this.#filter.from,
          isOptional: true,
          isUnmarked: true,
          failure: null,
        })}
        ${renderInput(this, {
          name: 'to',
          label: payments.filters.to,
          type: 'date',
          value: this.#filter.to,
          isOptional: true,
          isUnmarked: true,
          failure,
        })}
      </div>
      <p class="hint">${payments.filterHint(timeZone)}</p>`
  }

  #renderChoices(): TemplateResult {
    const { payments } = this.context.text
    const { type = '', paymentCurrency = '', invoiceCurrency = '' } = this.#filter
    const any = ['', payments.any] as const
    const { networks } = this.context.settings
    const symbols = (chosen: string, options: { withFiat: boolean }) => [
      any,
      ...listSymbols(networks, { ...options, chosen }).map((symbol) => [symbol, symbol] as const),
    ]
    return html`${renderSelect(this, {
      name: 'type',
      label: payments.filters.type,
      value: type,
      choices: [any, ...PAYMENT_TYPES.map((one) => [one, payments.types[one]] as const)],
      failure: null,
    })}
      <div class="pair">
        ${renderSelect(this, {
          name: 'paymentCurrency',
          label: payments.filters.paymentCurrency,
          value: paymentCurrency,
          choices: symbols(paymentCurrency, { withFiat: false }),
          failure: null,
        })}
        ${renderSelect(this, {
          name: 'invoiceCurrency',
          label: payments.filters.invoiceCurrency,
          value: invoiceCurrency,
          choices: symbols(invoiceCurrency, { withFiat: true }),
          failure: null,
        })}
      </div>`
  }

  #apply(values: FormValues): void {
    const { text } = this.context
    const from = values.text('from')
    const to = values.text('to')
    if (from !== '' && to !== '' && to < from) {
      this.submit.refuse(FILTER, refuseFields({ to: text.payments.periodInvalid }, text))
      void focusFirstInvalid(this)
      return
    }
    const chosen = Object.fromEntries(GROUP_FILTERS.map((name) => [name, values.text(name)]))
    this.dialog.close()
    this.#show({ ...this.#filter, ...chosen })
  }

  #open(route: Route): void {
    if (route.name === 'payments') this.context.refine(route)
    else this.context.navigate(route)
  }

  #remove(name: FilterName): void {
    this.#show({ ...this.#filter, [name]: '' })
  }

  #show(filter: PaymentFilter): void {
    const kept = Object.fromEntries(listFilters(filter))
    this.context.refine({ name: 'payments', query: formatFilter(kept) })
  }
}

/** Returns the person's time zone. */
function zoneOf(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

customElements.define('console-payments', ConsolePayments)

declare global {
  interface HTMLElementTagNameMap {
    'console-payments': ConsolePayments
  }
}
