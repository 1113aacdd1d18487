import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import type { Example, FormValues } from './examples.ts'
import type { Field } from './fields.ts'

/** The state of one step's form. */
export type FormState = {
  readonly values: FormValues
  readonly refusal: { readonly message: string; readonly fields: FormValues } | null
  readonly isSending: boolean
}

/** An empty form. */
export const EMPTY_FORM: FormState = { values: {}, refusal: null, isSending: false }

/** Renders a form with the service's errors, and the examples that fill the form with one click. */
export function renderForm(options: {
  form: FormState
  fields: readonly Field[]
  examples: readonly Example[]
  submit: string
  onChange: (values: FormValues) => void
  onSubmit: () => void
}): TemplateResult {
  const { form, fields, examples, onChange } = options
  const send = (event: Event): void => {
    event.preventDefault()
    if (!form.isSending) options.onSubmit()
  }
  return html`<div class="examples" role="group" aria-label="Examples">
      <p class="hint">Fill in an example, and see what the sandbox makes of it:</p>
      <ul>
        ${examples.map(
          ({ label, outcome, values }) => html`<li>
            <button type="button" class="example" title=${outcome} @click=${() => onChange(values)}>
              <span>${label}</span><small>${outcome}</small>
            </button>
          </li>`,
        )}
      </ul>
    </div>
    <form novalidate autocomplete="off" @submit=${send}>
      <div class="fields">
        ${fields.map((field) => renderField(field, form, onChange))}
      </div>
      ${form.refusal === null ? nothing : html`<p class="problem" role="alert">${form.refusal.message}</p>`}
      <button class="primary" aria-disabled=${form.isSending ? 'true' : nothing}>
        ${form.isSending ? html`<span class="spinner"></span>` : nothing}${options.submit}
      </button>
    </form>`
}

function renderField(
  { name, label, hint, type = 'text', choices, isWide }: Field,
  { values, refusal }: FormState,
  onChange: (values: FormValues) => void,
): TemplateResult {
  const problem = refusal?.fields[name]
  const notes = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  const write = (event: Event): void => {
    const { target } = event
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      onChange({ ...values, [name]: target.value })
    }
  }
  const value = values[name] ?? ''
  const isWrong = problem === undefined ? nothing : 'true'
  return html`<div class="field ${isWide ? 'wide' : ''}">
    <label for=${name}>${label}</label>
    ${
      choices === undefined
        ? html`<input id=${name} name=${name} type=${type} .value=${live(value)} autocomplete="off" aria-invalid=${isWrong} aria-describedby=${notes || nothing} @input=${write}>`
        : html`<select id=${name} name=${name} aria-invalid=${isWrong} aria-describedby=${notes || nothing} @change=${write}>
            ${choices.map(([choice, text]) => html`<option value=${choice} ?selected=${choice === value}>${text}</option>`)}
          </select>`
    }
    ${hint ? html`<small id="${name}-hint">${hint}</small>` : nothing}
    ${problem ? html`<small class="problem" id="${name}-problem">${label} ${problem}.</small>` : nothing}
  </div>`
}
