import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { payerExamples } from './examples.ts'
import { type DemoPayer, submitPayer } from './fiatApi.ts'
import { fiatStyles } from './fiatStyles.ts'
import { payerFields } from './fields.ts'
import { focusInvalid } from './focusInvalid.ts'
import { readRefusal } from './readRefusal.ts'
import { EMPTY_FORM, type FormState, renderForm } from './renderForm.ts'

/**
 * Collects the payer's data and submits it to the identity check; submits it again after a failure.
 *
 * @event {CustomEvent<DemoPayer>} payer - The payer that was submitted.
 */
export class FiatPayerStep extends LitElement {
  static override readonly styles = fiatStyles
  static override readonly properties = { payer: {}, form: { state: true } }

  declare payer: DemoPayer | null
  declare form: FormState

  constructor() {
    super()
    this.payer = null
    this.form = EMPTY_FORM
  }

  protected override render(): TemplateResult {
    const isAgain = this.payer !== null
    return html`<div class="stack">
      ${isAgain ? html`<p class="note bad" role="status">The identity check failed for a technical reason. Submit the same details again.</p>` : nothing}
      <div>
        ${renderForm({
          form: this.form,
          fields: payerFields(this.form.values),
          examples: payerExamples,
          submit: isAgain ? 'Submit again' : 'Submit to the identity check',
          onChange: (values) => {
            this.form = { ...this.form, values }
          },
          onSubmit: () => void this.#send(),
        })}
      </div>
    </div>`
  }

  async #send(): Promise<void> {
    const { values } = this.form
    this.form = { values, refusal: null, isSending: true }
    try {
      const detail = await submitPayer(values, this.payer?.id ?? null)
      this.form = { ...this.form, isSending: false }
      this.dispatchEvent(new CustomEvent('payer', { detail }))
    } catch (error) {
      this.form = { values, refusal: readRefusal(error), isSending: false }
      await focusInvalid(this)
    }
  }
}

customElements.define('fiat-payer-step', FiatPayerStep)

declare global {
  interface HTMLElementTagNameMap {
    'fiat-payer-step': FiatPayerStep
  }
}
