import { html, type TemplateResult } from 'lit'
import type { ReportingCurrencyState } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { may } from '../../may.ts'
import { readForm } from '../../readForm.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderSelect } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'

/** The name of the view's only change. */
const SAVE = 'save'

/** The currency of values and totals. Owners and admins choose it; others see it. */
export class ConsoleReportingCurrency extends ConsoleView<SignedInContext> {
  readonly #state = new LoadController<ReportingCurrencyState>(this, (signal) =>
    this.context.client.reportingCurrency.get({}, { signal }),
  )

  protected override render(): TemplateResult {
    const { reportingCurrency: text } = this.context.text
    return html`<section class="card" aria-labelledby="currency-title">
      <div>
        <h2 id="currency-title">${text.title}</h2>
        <p class="muted">${text.lead}</p>
      </div>
      ${renderLoaded(this, this.#state, (state) =>
        may(this.context, 'team') ? this.#renderForm(state) : this.#renderChosen(state),
      )}
    </section>`
  }

  #renderChosen({ reportingCurrency: code }: ReportingCurrencyState): TemplateResult {
    return html`<p><strong>${this.#describe(code)}</strong></p>
      <p class="hint">${this.context.text.reportingCurrency.restricted}</p>`
  }

  #renderForm({ reportingCurrency: value, choices }: ReportingCurrencyState): TemplateResult {
    const { reportingCurrency: text } = this.context.text
    const failure = this.submit.failureOf(SAVE)
    // A saved currency that the service can no longer value stays selected until a person chooses another.
    const codes = choices.includes(value) ? choices : [value, ...choices]
    return html`<form novalidate @submit=${(event: Event) => void this.#save(event, codes)}>
      ${renderSelect(this, {
        name: 'reportingCurrency',
        label: text.field,
        hint: text.hint,
        value,
        choices: codes.map((code) => [code, this.#describe(code)] as const),
        failure,
      })}
      ${renderFailure(this, failure)}
      <div class="form-actions">
        ${renderButton({ label: text.save, kind: 'primary', isBusy: this.submit.pending === SAVE })}
      </div>
    </form>`
  }

  #describe(code: string): string {
    const { text, format } = this.context
    const names = new Intl.DisplayNames(format.language, { type: 'currency' })
    return text.reportingCurrency.choice(code, names.of(code) ?? code)
  }

  async #save(
    event: Event,
    codes: readonly ReportingCurrencyState['reportingCurrency'][],
  ): Promise<void> {
    const { client, announce, text } = this.context
    const chosen = readForm(event).text('reportingCurrency')
    const code = codes.find((each) => each === chosen)
    if (code === undefined) return
    const body = { reportingCurrency: code }
    const saved = await this.submit.run(SAVE, () => client.reportingCurrency.set({ body }))
    if (saved === null) {
      await focusFirstInvalid(this)
      return
    }
    this.#state.replace(saved)
    announce(text.reportingCurrency.saved(code))
  }
}

customElements.define('console-reporting-currency', ConsoleReportingCurrency)

declare global {
  interface HTMLElementTagNameMap {
    'console-reporting-currency': ConsoleReportingCurrency
  }
}
